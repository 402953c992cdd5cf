/** Keys of the US layout and of the Thai one (Kedmanee), without and with shift. */
const LATIN = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./";
const LATIN_SHIFTED = '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?';
const THAI = '_ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฃฟหกดเ้่าสวงผปแอิืทมใฝ';
const THAI_SHIFTED = '%+๑๒๓๔ู฿๕๖๗๘๙๐"ฎฑธํ๊ณฯญฐ,ฅฤฆฏโฌ็๋ษศซ.()ฉฮฺ์?ฒฬฦ';

const mapKeys = (from: string, to: string): ReadonlyMap<string, string> => {
  const keys = Array.from(to);
  return new Map(Array.from(from, (key, at) => [key, keys[at] ?? key]));
};
const toThai = mapKeys(LATIN + LATIN_SHIFTED, THAI + THAI_SHIFTED);
const toLatin = mapKeys(THAI + THAI_SHIFTED, LATIN + LATIN_SHIFTED);

const THAI_LETTER = /[\u0E01-\u0E5B]/u;
const LATIN_LETTER = /[A-Za-z]/u;

/**
 * The text typed with the same keys on the other keyboard layout: `l;ylfu8iy[` is `สวัสดีครับ`.
 * @returns undefined for a text with letters of both scripts, or of neither
 */
export function swapKeyboardLayout(text: string): string | undefined {
  const isThai = THAI_LETTER.test(text);
  if (isThai === LATIN_LETTER.test(text)) return undefined;
  const keys = isThai ? toLatin : toThai;
  return Array.from(text, (character) => keys.get(character) ?? character).join('');
}
