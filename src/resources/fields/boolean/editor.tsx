import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

const Row = styled('label')({
  display: 'flex',
  alignItems: 'center',
  minHeight: 24,
  cursor: 'pointer',
  fontSize: 14,
  // Aligns help and errors with the label.
  '& ~ [data-said]:not([data-alone])': { margin: '-5px 0 0 36px' },
});

/** A switch with its label beside it. */
export default function BooleanEditor(props: EditorProps<boolean>) {
  const { field, value, onChange, onBlur, fieldState } = props;
  return (
    <FieldFrame fieldProps={props} hideLabel>
      {({ id, ...aria }) => (
        <Row>
          <Switch
            id={id}
            size="small"
            name={field.name}
            checked={value === true}
            disabled={fieldState.readOnly}
            onChange={(_, on) => onChange(on)}
            onBlur={onBlur}
            slotProps={{ input: aria }}
          />
          {field.title}
        </Row>
      )}
    </FieldFrame>
  );
}
