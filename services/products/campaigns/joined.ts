import { t } from '../../../schemas/texts/translate.ts';

/** `JPEG and PNG and GIF`. */
export const joined = (names: readonly string[]): string =>
  names.length === 0 ? '' : names.reduce((first, next) => t('%{first} and %{next}', { first, next }));
