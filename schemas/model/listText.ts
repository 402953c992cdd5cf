import { t } from '../texts/translate.ts';

/** Joins texts with commas, in the reader's language. */
export const listText = (texts: readonly string[]): string => texts.join(t(', '));

/** Joins texts with commas and a final "or", in the reader's language. */
export const orText = (texts: readonly string[]): string =>
  texts.length < 2
    ? texts.join('')
    : t('%{others} or %{last}', { others: listText(texts.slice(0, -1)), last: texts.at(-1) });
