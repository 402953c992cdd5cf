import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { styled } from '@mui/material/styles';
import { recognizeEntities, type RecognizableEntity } from '../../../schemas/understanding/entities.ts';
import { patternProblem } from '../../../schemas/understanding/patterns.ts';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Found = styled('ul')({
  listStyle: 'none',
  margin: '12px 0 0',
  padding: 0,
  ...TEXT.small,
  '& li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 12,
    padding: '6px 0',
    borderBottom: '1px solid var(--line)',
  },
  '& mark': { background: 'var(--accent-soft)', color: 'inherit', borderRadius: 4, padding: '0 4px' },
});
const Note = styled('p')({ margin: '12px 0 0', ...TEXT.small, color: 'var(--ink-3)' });

type Options = NonNullable<RecognizableEntity['options']>;

/** The typed options: a new one may have no name yet, and its synonyms may be incomplete. */
const readOptions = (given: unknown): Options =>
  (Array.isArray(given) ? (given as (Partial<Options[number]> | null)[]) : []).flatMap((option) =>
    typeof option?.name === 'string' && option.name !== ''
      ? [{ name: option.name, synonyms: (option.synonyms ?? []).filter((one) => Boolean(one)) }]
      : [],
  );

/** Tests the form's entity with a sentence while typing: the values that it finds. */
export const EntityTest = () => {
  const { values } = useLiveRecord();
  const [text, setText] = useState('');
  /** Reference time for relative dates such as "tomorrow". */
  const [now] = useState(() => new Date());
  const entity = useMemo(
    () =>
      ({
        ...values,
        ...{ id: 'tried', name: String(values['name'] ?? ''), options: readOptions(values['options']) },
      }) as unknown as RecognizableEntity,
    [values],
  );
  const problem = entity.format === 'regex' && entity.pattern ? patternProblem(entity.pattern) : undefined;
  const found = useMemo(() => recognizeEntities(text, [entity], now), [text, entity, now]);
  const problemText =
    problem === undefined ? undefined : t('The pattern cannot be used: %{problem}', { problem });
  usePanelStatus(
    useMemo(
      () =>
        problemText === undefined
          ? []
          : [{ label: t('Pattern'), tone: 'warning' as const, text: problemText }],
      [problemText],
    ),
  );
  return (
    <>
      <TextField
        fullWidth
        size="small"
        placeholder={t('Try a sentence')}
        slotProps={{ htmlInput: { 'aria-label': t('Try a sentence') } }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text === '' && <Note>{t('Write as a customer would. What the bot finds is marked here.')}</Note>}
      {problemText !== undefined && <Note role="alert">{problemText}</Note>}
      {text !== '' && found.length === 0 && problemText === undefined && (
        <Note>{t('Nothing is found in it.')}</Note>
      )}
      {found.length > 0 && (
        <Found aria-label={t('What is found')}>
          {found.map(({ text: words, value, start }) => (
            <li key={start}>
              <mark>{words}</mark>
              <span>{value}</span>
            </li>
          ))}
        </Found>
      )}
    </>
  );
};
