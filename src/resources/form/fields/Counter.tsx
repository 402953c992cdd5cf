import { styled } from '@mui/material/styles';

const Count = styled('span')({
  fontSize: 12,
  lineHeight: '18px',
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--ink-3)',
  '&[data-over]': { color: 'var(--danger)', fontWeight: 500 },
});

/** Used parts of a limit from which on it is told. */
const NEAR = 0.8;

interface CounterProps {
  used: number;
  limit: number | undefined;
}

/** "96 / 100": how much of a limit is used, once that is near. */
export function Counter({ used, limit }: CounterProps) {
  if (limit === undefined || used < limit * NEAR) return null;
  return <Count data-over={used > limit || undefined}>{`${used} / ${limit}`}</Count>;
}
