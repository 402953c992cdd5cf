import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { TOUCH_DEVICE, TOUCH_TARGET } from '../../../../theme/touch.ts';
import { t } from '../../../../../schemas/texts/translate.ts';
import type { ContentInput, ContentPart } from './inputs.ts';
import { replaceInput } from './inputs.ts';
import { TEXT } from '../../../../theme/text.ts';

const Groups = styled('div')({
  display: 'grid',
  gap: 20,
  '& h3': { margin: '0 0 8px', ...TEXT.small, fontWeight: 500, color: 'var(--ink-2)' },
});
const Parts = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 8,
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: 8, minWidth: 0 },
  // The part's name is at the left, as high as its inputs.
  '& > li > span': {
    flex: '0 0 64px',
    minHeight: 36,
    [TOUCH_DEVICE]: { minHeight: TOUCH_TARGET },
    alignContent: 'center',
    ...TEXT.small,
    color: 'var(--ink-3)',
  },
  '& > li > div': { display: 'flex', flexWrap: 'wrap', gap: 8, flex: 1, minWidth: 0 },
  '& > li > div > *': { flex: '1 1 200px' },
  [theme.breakpoints.down('sm')]: { '& > li > span': { flexBasis: 52 } },
}));

/** Longer texts get a multiline input. */
const MAX_SINGLE_LINE_CHARS = 60;

/** Capitalizes a name of the schema. */
const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

interface ContentInputsProps {
  groups: ContentPart[][];
  text: string;
  content: JsonSchema;
  readOnly: boolean;
  /** Errors by pointer, relative to the value. */
  errors: Record<string, string>;
  onWrite: (text: string) => void;
}

/** Inputs for the texts, pictures and links in a JSON value, which most users edit. */
export function ContentInputs({ groups, text, content, readOnly, errors, onWrite }: ContentInputsProps) {
  const renderParts = (parts: ContentPart[]) => (
    <Parts>
      {parts.map(({ pointer, name, inputs }, index) => (
        <li key={pointer}>
          <span aria-hidden>{name === parts[index - 1]?.name ? '' : capitalize(name)}</span>
          <div>
            {inputs.map((input) => (
              <Input
                key={input.pointer}
                {...input}
                part={`${capitalize(name)} ${index + 1}`}
                isAlone={inputs.length === 1}
                readOnly={readOnly}
                error={errors[input.pointer]}
                onChange={(value) => onWrite(replaceInput(text, content, input.path, value))}
              />
            ))}
          </div>
        </li>
      ))}
    </Parts>
  );
  return (
    <Groups>
      {groups.map((parts, index) =>
        groups.length === 1 ? (
          <div key={index}>{renderParts(parts)}</div>
        ) : (
          <section key={index}>
            <h3>{t('Card %{number}', { number: index + 1 })}</h3>
            {renderParts(parts)}
          </section>
        ),
      )}
    </Groups>
  );
}

interface InputProps extends ContentInput {
  part: string;
  isAlone: boolean;
  readOnly: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

const Input = ({ label, value, part, isAlone, readOnly, error, onChange }: InputProps) => {
  // Fixed on mount, since another element would lose the focus.
  const [isLong] = useState(value.length > MAX_SINGLE_LINE_CHARS || value.includes('\n'));
  return (
    <TextField
      fullWidth
      multiline={isLong}
      value={value}
      placeholder={label}
      error={error !== undefined}
      helperText={error}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        htmlInput: { 'aria-label': isAlone ? part : `${part}, ${label}`, readOnly },
      }}
    />
  );
};
