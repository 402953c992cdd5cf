import { storedText } from '../../../schemas/texts/stored.ts';

/** `JPEG and PNG and GIF`. */
export const joinWithAnd = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : names.reduce((first, next) => storedText('%{first} and %{next}', { first, next }));
