import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** A select of a few values, with an empty option unless a value is required. */
export function ChoiceSelect<Value>({
  choices,
  ...fieldProps
}: EditorProps<Value> & { choices: readonly { value: Value; label: string }[] }) {
  const { field, value, onChange, onBlur, fieldState } = fieldProps;
  const isNone = (value ?? '') === '';
  return (
    <FieldFrame fieldProps={fieldProps}>
      {({ id, 'aria-labelledby': labelledBy, ...aria }) => (
        <Select<Value | ''>
          size="small"
          fullWidth
          displayEmpty
          labelId={labelledBy}
          name={field.name}
          readOnly={fieldState.readOnly}
          error={aria['aria-invalid']}
          value={value ?? ''}
          // What says that nothing is chosen is no value.
          sx={isNone ? { color: 'var(--ink-3)' } : undefined}
          onBlur={onBlur}
          onChange={(event) =>
            onChange(event.target.value === '' ? undefined : (event.target.value as Value))
          }
          SelectDisplayProps={{
            id,
            'aria-describedby': aria['aria-describedby'],
            'aria-invalid': aria['aria-invalid'],
          }}
        >
          {!fieldState.required || value === undefined ? (
            <MenuItem value="" disabled={fieldState.required}>
              {field.placeholder ?? (fieldState.required ? t('Choose…') : t('None'))}
            </MenuItem>
          ) : null}
          {choices.map((choice) => (
            <MenuItem key={String(choice.value)} value={choice.value as string}>
              {choice.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
