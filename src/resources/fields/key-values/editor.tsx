import AddIcon from '@mui/icons-material/Add';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useFormSession, useRemountKey } from '../../fieldKit/useSession.ts';
import { compareNames } from '../../../i18n/language.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const HeaderRow = styled('div')({
  display: 'flex',
  gap: 8,
  marginBottom: 4,
  ...TEXT.caption,
  color: 'var(--ink-3)',
  '& > :first-of-type': { flex: '0 0 35%' },
});

interface Pair {
  key: number;
  name: string;
  text: string;
}

let nextKey = 1;

const toText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');
const toPairs = (value: JsonObject | undefined): Pair[] =>
  Object.entries(value ?? {})
    .sort(([a], [b]) => compareNames(a, b))
    .map(([name, entry]) => ({ key: nextKey++, name, text: toText(entry) }));

/** Returns an error for a missing or repeated name. Empty rows are ignored. */
const validatePairs = (pairs: readonly Pair[]): string | undefined => {
  const names = pairs.filter(({ name, text }) => (name + text).trim() !== '').map(({ name }) => name.trim());
  if (names.includes('')) return t('Enter a name for each field');
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  return duplicate === undefined
    ? undefined
    : t('“%{name}” is already used. Choose another name.', { name: duplicate });
};

/** Edits an object with arbitrary keys as rows of name and value. */
export default function KeyValuesEditor(props: EditorProps<JsonObject>) {
  return <Pairs key={useRemountKey(props.path)} {...props} />;
}

function Pairs(props: EditorProps<JsonObject>) {
  const { value, onChange, onBlur, fieldState, pointer } = props;
  const session = useFormSession();
  const [pairs, setPairs] = useState(() => toPairs(value));
  const change = (next: Pair[], typing = false): void => {
    setPairs(next);
    session.setBlockingError(pointer, validatePairs(next));
    const entries = next
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, text }) => [name.trim(), text] as const);
    onChange(entries.length > 0 ? Object.fromEntries(entries) : undefined, { typing });
  };
  useEffect(() => () => session.setBlockingError(pointer, undefined), [session, pointer]);
  const edit = (key: number, changes: Partial<Pair>): void =>
    change(
      pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)),
      true,
    );
  return (
    <FieldFrame fieldProps={props} group includeNestedErrors>
      {({ id, 'aria-labelledby': labelledBy }) => (
        <div id={id} role="group" tabIndex={-1} aria-labelledby={labelledBy}>
          {pairs.length > 0 && (
            <HeaderRow aria-hidden>
              <span>{t('Name')}</span>
              <span>{t('Value')}</span>
            </HeaderRow>
          )}
          {pairs.map((pair, index) => (
            <div key={pair.key} style={{ display: 'flex', gap: 8, marginBottom: 8 }}>
              <OutlinedInput
                size="small"
                sx={{ flex: '0 0 35%' }}
                value={pair.name}
                readOnly={fieldState.readOnly}
                onChange={(event) => edit(pair.key, { name: event.target.value })}
                onBlur={onBlur}
                slotProps={{ input: { 'aria-label': t('Name %{number}', { number: index + 1 }) } }}
              />
              <OutlinedInput
                size="small"
                fullWidth
                value={pair.text}
                readOnly={fieldState.readOnly}
                onChange={(event) => edit(pair.key, { text: event.target.value })}
                onBlur={onBlur}
                slotProps={{ input: { 'aria-label': t('Value %{number}', { number: index + 1 }) } }}
              />
              {fieldState.readOnly ? null : (
                <IconButton
                  aria-label={t('Remove %{name}', {
                    name: pair.name || t('row %{index}', { index: index + 1 }),
                  })}
                  onClick={() => change(pairs.filter(({ key }) => key !== pair.key))}
                >
                  <DeleteOutlineIcon fontSize="small" />
                </IconButton>
              )}
            </div>
          ))}
          {fieldState.readOnly ? null : (
            <Button
              startIcon={<AddIcon />}
              sx={{ ml: '-14px' }}
              onClick={() => setPairs([...pairs, { key: nextKey++, name: '', text: '' }])}
            >
              {t('Add field')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
