import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { TEXT } from '../../theme/text.ts';

const Frame = styled('div')({
  display: 'grid',
  placeItems: 'center',
  '& > *': { gridArea: '1 / 1' },
  '& circle': { fill: 'none', transition: 'stroke-dasharray var(--fast)' },
  '& .whole': { textAlign: 'center' },
  '& .whole b': {
    ...{ display: 'block', fontSize: 20, lineHeight: '28px', fontWeight: 600 },
    fontVariantNumeric: 'tabular-nums',
  },
  '& .whole small': { ...TEXT.caption, color: 'var(--ink-3)' },
});

/** Of the drawing; the ring has the circumference 100, so that dashes are percents. */
const RADIUS = 100 / (2 * Math.PI);
const THICKNESS = 4.5;
const THIN = 1.5;
const SIDE = 2 * RADIUS + THICKNESS + 1;
/** Between two slices, in percents. */
const GAP = 0.6;

interface RingProps {
  /** Shares of the whole in their order; each has the chart's colour of its place. */
  values: readonly number[];
  size: number;
  /** A thin line, for so few values that their shares say little. */
  isThin?: boolean;
  /** What stands in the middle: the whole. */
  children?: ReactNode;
}

/** Parts of a whole as a ring, drawn at once. What it says is said beside it in numbers. */
export const Ring = ({ values, size, isThin = false, children }: RingProps) => {
  const whole = values.reduce((sum, value) => sum + value, 0) || 1;
  const shares = values.map((value) => (value / whole) * 100);
  const isOne = values.filter((value) => value > 0).length === 1;
  return (
    <Frame>
      <svg aria-hidden width={size} height={size} viewBox={`0 0 ${SIDE} ${SIDE}`}>
        <g transform={`rotate(-90 ${SIDE / 2} ${SIDE / 2})`}>
          {shares.map((share, at) => {
            const from = shares.slice(0, at).reduce((sum, one) => sum + one, 0);
            const drawn = isOne ? share : Math.max(0, share - GAP);
            return share === 0 ? null : (
              <circle
                key={at}
                cx={SIDE / 2}
                cy={SIDE / 2}
                r={RADIUS}
                strokeWidth={isThin ? THIN : THICKNESS}
                stroke={`var(--chart-${at + 1})`}
                strokeDasharray={`${drawn} ${100 - drawn}`}
                strokeDashoffset={-from}
              />
            );
          })}
        </g>
      </svg>
      <div className="whole">{children}</div>
    </Frame>
  );
};
