import { folded } from './normalise.ts';

/** Words that take a question back, whatever follows. */
const CLEAR = [
  'never mind',
  'nevermind',
  'nvm',
  'forget it',
  'forget about it',
  'no thank you',
  'no thanks',
  'ไม่เป็นไร',
  'ช่างมัน',
  'ช่างเถอะ',
  'ไม่เอาแล้ว',
  'ลืมไปเถอะ',
];
/** Words that do so by themselves: “cancel my order” is a wish of its own. */
const ALONE = ['cancel', 'stop', 'not now', 'skip it', 'leave it', 'ยกเลิก', 'ไม่เอา', 'พอแล้ว', 'ไม่ต้อง', 'เลิก'];
/** What Thai is polite with, and what tells that something is over. */
const PARTICLES = [
  'นะครับ',
  'นะคะ',
  'นะค่ะ',
  'ครับผม',
  'ครับ',
  'คับ',
  'ค่ะ',
  'คะ',
  'ค่า',
  'จ้า',
  'จ้ะ',
  'นะ',
  'แล้ว',
  'เลย',
];

const SEPARATES = /^[\s\p{P}]+/u;
const DIVIDES = /^\s*[,.!;:…\n–—-]/u;

/**
 * What is said behind words that take a question back: `never mind, when do you open?`. Empty where nothing is; undefined
 * where there are no such words.
 */
export function afterNeverMind(text: string): string | undefined {
  const said = folded(text);
  for (const [phrases, isAlone] of [
    [CLEAR, false],
    [ALONE, true],
  ] as const)
    for (const phrase of phrases) {
      if (!said.startsWith(phrase)) continue;
      const behind = withoutParticles(said.slice(phrase.length));
      const rest = behind.replace(SEPARATES, '');
      if (rest === '' || (isAlone ? DIVIDES : SEPARATES).test(behind)) return rest;
    }
  return undefined;
}

/** A text without what it is polite with at its beginning. */
function withoutParticles(text: string): string {
  for (let left = text; ;) {
    const trimmed = left.trimStart();
    const particle = PARTICLES.find((one) => trimmed.startsWith(one));
    if (particle === undefined) return left;
    left = trimmed.slice(particle.length);
  }
}
