import { styled } from '@mui/material/styles';
import { TOUCH_DEVICE, TOUCH_TARGET } from '../../../theme/touch.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { DIGITS, numberText, parseNumber } from '../number/parseNumber.ts';
import { TextInput } from '../shared/TextInput.tsx';

const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 16 });

const NumberColumn = styled('div')({ width: 80, flex: 'none' });

// Each browser has its own selectors, and drops a rule that contains another's.
const TRACK = { height: 16, borderRadius: 2, background: 'var(--track)' } as const;
const RING = {
  boxSizing: 'border-box',
  width: 16,
  height: 16,
  border: '2px solid var(--accent)',
  borderRadius: '50%',
  background: 'var(--sheet)',
} as const;

/** A track, filled up to its ring-shaped thumb. */
const Range = styled('input')({
  appearance: 'none',
  flex: 1,
  minWidth: 0,
  height: 36,
  [TOUCH_DEVICE]: { height: TOUCH_TARGET },
  margin: 0,
  background: 'none',
  cursor: 'pointer',
  '--track':
    'linear-gradient(to right, var(--accent) var(--filled), var(--press) var(--filled)) center / 100% 4px no-repeat',
  '&::-webkit-slider-runnable-track': TRACK,
  '&::-moz-range-track': TRACK,
  '&::-webkit-slider-thumb': { appearance: 'none', ...RING },
  '&::-moz-range-thumb': RING,
  outline: 0,
  '&:disabled': { cursor: 'default' },
});

/** A number between limits: a slider with a text input beside it. */
export default function SliderEditor(props: EditorProps<number | string>) {
  const { field, fieldState, value } = props;
  const draft = useTextDraft(props, numberText, parseNumber);
  const { minimum: min = 0, maximum: max = 1, multipleOf: step = (max - min) / 100 } = field;
  const typed = parseNumber(draft.text) ?? value;
  const position = typeof typed === 'number' ? Math.min(max, Math.max(min, typed)) : min;
  return (
    <FieldFrame fieldProps={props} wide>
      {(aria) => (
        <Line>
          <Range
            type="range"
            // For the pointer only: keyboards and screen readers use the text input.
            aria-hidden
            tabIndex={-1}
            {...{ min, max, step }}
            value={position}
            disabled={fieldState.readOnly}
            style={{ '--filled': `${((position - min) / (max - min)) * 100}%` } as Record<string, string>}
            onChange={(event) => draft.type(event.target.value)}
            onBlur={draft.leave}
          />
          <NumberColumn>
            <TextInput fieldProps={props} aria={aria} draft={draft} input={DIGITS} />
          </NumberColumn>
        </Line>
      )}
    </FieldFrame>
  );
}
