import { styled } from '@mui/material/styles';

const Count = styled('span')(({ theme }) => ({
  fontSize: 12,
  lineHeight: '18px',
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars ? theme.vars.palette.text.secondary : theme.palette.text.secondary,
  '&[data-over]': {
    color: theme.vars ? theme.vars.palette.error.main : theme.palette.error.main,
    fontWeight: 500,
  },
}));

interface CounterProps {
  used: number;
  limit: number | undefined;
  /** Shown only when little is left; the usual for texts. */
  quiet?: boolean;
}

/** "12 / 100": how much of a limit is used. */
export function Counter({ used, limit, quiet }: CounterProps) {
  if (limit === undefined || (quiet && used < limit * 0.8)) return null;
  return <Count data-over={used > limit || undefined}>{`${used} / ${limit}`}</Count>;
}
