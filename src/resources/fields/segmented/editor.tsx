import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import type { EditorProps } from '../editorTypes.ts';

type Value = Choice['value'];

/** The choices side by side. */
export default function SegmentedEditor(props: EditorProps<Value>) {
  const { field, value, onChange, onBlur, state } = props;
  return (
    <FieldFrame widget={props} group>
      {({ 'aria-invalid': _, 'aria-required': __, ...aria }) => (
        <ToggleButtonGroup
          {...aria}
          tabIndex={-1}
          exclusive
          size="small"
          disabled={state.readOnly}
          value={value ?? null}
          onBlur={onBlur}
          onChange={(_event, chosen: Value | null) => {
            if (chosen !== null || !state.required) onChange(chosen ?? undefined);
          }}
          sx={{
            flexWrap: 'wrap',
            '& .MuiToggleButton-root': { textTransform: 'none', minHeight: 36, px: 1.5 },
          }}
        >
          {(field.choices ?? []).map((choice) => (
            <ToggleButton key={String(choice.value)} value={choice.value}>
              {choice.label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </FieldFrame>
  );
}
