import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import DateTimeEditor from '../../resources/fields/date-time/editor.tsx';
import type { EditorProps } from '../../resources/fields/editorTypes.ts';
import { FieldFrame } from '../../resources/form/fields/FieldFrame.tsx';

/** Half an hour: times to link are suggested on these steps. */
const STEP_MS = 1_800_000;

/** Now, which is no time, or a time that is entered. */
export default function NowOrLater(props: EditorProps<string>) {
  const { value, onChange, onBlur } = props;
  // One of the two always holds.
  const state = { ...props.state, required: true };
  const [isLater, setLater] = useState(value !== undefined);
  const choose = (later: boolean): void => {
    setLater(later);
    onChange(later ? new Date((Math.floor(Date.now() / STEP_MS) + 2) * STEP_MS).toISOString() : undefined);
    onBlur();
  };
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'flex-start' }}>
      <FieldFrame widget={{ ...props, state, id: `${props.id}-when` }} group>
        {({ 'aria-invalid': _, 'aria-required': __, ...aria }) => (
          <ToggleButtonGroup
            {...aria}
            tabIndex={-1}
            exclusive
            size="small"
            disabled={state.readOnly}
            value={isLater}
            onChange={(_event, chosen: boolean | null) => {
              if (chosen !== null) choose(chosen);
            }}
            sx={{ '& .MuiToggleButton-root': { textTransform: 'none', minHeight: 36, px: 1.5 } }}
          >
            <ToggleButton value={false}>Now</ToggleButton>
            <ToggleButton value>Custom</ToggleButton>
          </ToggleButtonGroup>
        )}
      </FieldFrame>
      {isLater ? <DateTimeEditor {...props} state={state} field={{ ...props.field, title: 'Time' }} /> : null}
    </div>
  );
}
