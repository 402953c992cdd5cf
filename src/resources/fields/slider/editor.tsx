import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useTextDraft } from '../../form/fields/useTextDraft.ts';
import type { EditorProps } from '../editorTypes.ts';
import { parseNumber } from '../number/parseNumber.ts';

const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 16 });

/** A line that is filled up to a ring. */
const Range = styled('input')({
  appearance: 'none',
  flex: 1,
  minWidth: 0,
  height: 36,
  margin: 0,
  background: 'none',
  cursor: 'pointer',
  '--track':
    'linear-gradient(to right, var(--accent) var(--filled), var(--press) var(--filled)) center / 100% 4px no-repeat',
  '--ring': '2px solid var(--accent)',
  '&::-webkit-slider-runnable-track': { height: 16, borderRadius: 2, background: 'var(--track)' },
  '&::-moz-range-track': { height: 16, borderRadius: 2, background: 'var(--track)' },
  '&::-webkit-slider-thumb': {
    appearance: 'none',
    boxSizing: 'border-box',
    width: 16,
    height: 16,
    border: 'var(--ring)',
    borderRadius: '50%',
    background: 'var(--sheet)',
  },
  '&::-moz-range-thumb': {
    boxSizing: 'border-box',
    width: 16,
    height: 16,
    border: 'var(--ring)',
    borderRadius: '50%',
    background: 'var(--sheet)',
  },
  outline: 0,
  '&:disabled': { cursor: 'default' },
});

/** A number between two ends: drawn along a line, or typed beside it. */
export default function SliderEditor(props: EditorProps<number | string>) {
  const { field, state, value } = props;
  const draft = useTextDraft(props, (held) => (held === undefined ? '' : String(held)), parseNumber);
  const { minimum: min = 0, maximum: max = 1, multipleOf: step = (max - min) / 100 } = field;
  const typed = parseNumber(draft.text) ?? value;
  const at = typeof typed === 'number' ? Math.min(max, Math.max(min, typed)) : min;
  return (
    <FieldFrame widget={props} wide>
      {({ id, ...aria }) => (
        <Line>
          <Range
            type="range"
            // For the pointer: keys and screen readers have the number itself, once.
            aria-hidden
            tabIndex={-1}
            {...{ min, max, step }}
            value={at}
            disabled={state.readOnly}
            style={{ '--filled': `${((at - min) / (max - min)) * 100}%` } as Record<string, string>}
            onChange={(event) => draft.type(event.target.value)}
            onBlur={draft.leave}
          />
          <OutlinedInput
            id={id}
            name={field.name}
            size="small"
            autoComplete="off"
            error={aria['aria-invalid']}
            value={draft.text}
            readOnly={state.readOnly}
            onChange={(event) => draft.type(event.target.value)}
            onBlur={draft.leave}
            slotProps={{ input: { ...aria, inputMode: 'decimal' } }}
            sx={{ width: 80, flex: 'none', '& input': { fontVariantNumeric: 'tabular-nums' } }}
          />
        </Line>
      )}
    </FieldFrame>
  );
}
