import { t } from '../texts/translate.ts';

/** Several texts, one after the other. */
export const listText = (texts: readonly string[]): string => texts.join(t(', '));

/** Several texts of which one is meant. */
export const orText = (texts: readonly string[]): string =>
  texts.length < 2
    ? texts.join('')
    : t('%{others} or %{last}', { others: listText(texts.slice(0, -1)), last: texts.at(-1) });
