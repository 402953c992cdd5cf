/** Parses a number; other text is returned as it is, so that validation reports it and nothing is lost. */
export const parseNumber = (text: string): number | string | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
};

export const numberText = (value: number | string | undefined): string =>
  value === undefined ? '' : String(value);

/** Props of a number input: the numeric keyboard on a phone, and tabular digits. */
export const DIGITS = { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } } as const;
