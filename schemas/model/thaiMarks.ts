/** A tone mark typed before the vowel above or below that belongs under it. */
const TONE_FIRST = /([\u0e48-\u0e4c])([\u0e31\u0e34-\u0e3a])/g;
/** SARA AM in two parts, with its tone mark between or before them. */
const AM_IN_PARTS = /\u0e4d([\u0e48-\u0e4b]?)\u0e32|([\u0e48-\u0e4b])\u0e4d\u0e32/g;
/** Two SARA E, which look like SARA AE. */
const TWO_E = /\u0e40\u0e40/g;

/**
 * Normalizes the order of Thai marks, so that texts that look the same are equal, however they were typed. Other
 * scripts are unchanged.
 */
export const normalizeThai = (text: string): string =>
  text
    .replace(TWO_E, '\u0e41')
    .replace(TONE_FIRST, '$2$1')
    .replace(
      AM_IN_PARTS,
      (_, inside: string | undefined, before: string | undefined) => `${inside ?? before ?? ''}\u0e33`,
    );
