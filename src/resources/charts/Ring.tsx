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

/** In the units of the view box; the circumference is 100, so that dashes are percentages. */
const RADIUS = 100 / (2 * Math.PI);
const THICKNESS = 4.5;
const THIN = 1.5;
const SIDE = 2 * RADIUS + THICKNESS + 1;
const GAP_PERCENT = 0.6;

interface RingProps {
  /** Values in order, each in the chart colour of its index. */
  values: readonly number[];
  size: number;
  /** A thin line, for so few values that their shares say little. */
  isThin?: boolean;
  /** Content of the middle, such as the total. */
  children?: ReactNode;
}

/** A doughnut chart without recharts. Hidden from screen readers: the numbers are beside it. */
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
            const drawn = isOne ? share : Math.max(0, share - GAP_PERCENT);
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
