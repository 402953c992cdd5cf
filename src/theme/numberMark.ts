/** Styles of a position number in a circle. */
export const numberMark = {
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  background: 'var(--press)',
  color: 'var(--ink-2)',
  fontSize: 12,
  fontVariantNumeric: 'tabular-nums',
} as const;
