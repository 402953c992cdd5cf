import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { PHONE } from '../../../theme/tokens.ts';

/** Choices side by side: on a phone they share the line evenly, and end where the inputs around them do. */
export const sideBySide = {
  flexWrap: 'wrap',
  '& > button': {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    [PHONE]: { flexGrow: 1, flexBasis: 0, minWidth: 'fit-content' },
  },
  [PHONE]: { width: '100%' },
} as const;

/** As high as an input beside them, where a mouse is used. */
const FINE_POINTER = '@media (min-width: 600px) and (pointer: fine)';

interface SegmentedChoicesProps<Value extends Choice['value']> {
  fieldProps: EditorProps<Value>;
  choices: { value: Value; label: string }[];
}

/**
 * The choices of a field as buttons side by side; what is not required can be taken back. Where none is chosen, the
 * default is what holds, and is shown.
 */
export function SegmentedChoices<Value extends Choice['value']>({
  fieldProps,
  choices,
}: SegmentedChoicesProps<Value>) {
  const { value, onChange, onBlur, fieldState } = fieldProps;
  return (
    <FieldFrame fieldProps={fieldProps} group>
      {({ 'aria-invalid': _, 'aria-required': __, ...aria }) => (
        <ToggleButtonGroup
          {...aria}
          tabIndex={-1}
          exclusive
          size="small"
          disabled={fieldState.readOnly}
          value={value ?? fieldProps.field.default ?? null}
          onBlur={onBlur}
          onChange={(_event, chosen: Value | null) => {
            // A default that is shown as chosen, and pressed, is chosen.
            const pressed =
              chosen ?? (value === undefined ? (fieldProps.field.default as Value | undefined) : undefined);
            if (pressed !== undefined || !fieldState.required) onChange(pressed);
          }}
          sx={{
            ...sideBySide,
            '& > button': { ...sideBySide['& > button'], px: 1.5, [FINE_POINTER]: { minHeight: 32 } },
          }}
        >
          {choices.map((choice) => (
            <ToggleButton key={String(choice.value)} value={choice.value}>
              {choice.label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </FieldFrame>
  );
}
