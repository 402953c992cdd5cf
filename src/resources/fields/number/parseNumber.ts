/** What is no number stays text, for validation to name it rather than to lose it. */
export const parseNumber = (text: string): number | string | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
};

/** The number as it is typed. */
export const numberText = (value: number | string | undefined): string =>
  value === undefined ? '' : String(value);

/** An input of numbers: the keys that a phone shows, and digits of one width. */
export const DIGITS = { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } } as const;
