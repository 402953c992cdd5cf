import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import type { WidgetProps } from './registry.ts';

type Value = Choice['value'];

/** Up to this many choices with short labels stand side by side. */
const SEGMENTS = 4;
const SEGMENT_LETTERS = 40;

/** One of a few values: buttons side by side when they are few and short, a menu otherwise. */
export function EnumWidget(props: WidgetProps<Value>) {
  const { widget, choices = [] } = props.field;
  const short = choices.reduce((letters, choice) => letters + choice.label.length, 0) <= SEGMENT_LETTERS;
  const segmented = widget === 'segmented' || (widget !== 'select' && choices.length <= SEGMENTS && short);
  return segmented ? <SegmentedWidget {...props} /> : <SelectWidget {...props} />;
}

export function SegmentedWidget(props: WidgetProps<Value>) {
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

export function SelectWidget(props: WidgetProps<Value>) {
  const { field, value, onChange, onBlur, state } = props;
  return (
    <FieldFrame widget={props}>
      {({ id, 'aria-labelledby': labelledBy, ...aria }) => (
        <Select<Value>
          size="small"
          fullWidth
          displayEmpty
          labelId={labelledBy}
          name={field.name}
          readOnly={state.readOnly}
          error={aria['aria-invalid']}
          value={value ?? ''}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          SelectDisplayProps={{
            id,
            'aria-describedby': aria['aria-describedby'],
            'aria-invalid': aria['aria-invalid'],
          }}
        >
          {!state.required || value === undefined ? (
            <MenuItem value="" disabled={state.required}>
              {field.placeholder ?? (state.required ? 'Choose…' : 'None')}
            </MenuItem>
          ) : null}
          {(field.choices ?? []).map((choice) => (
            <MenuItem key={String(choice.value)} value={choice.value as string}>
              {choice.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
