import { foldText } from './normalise.ts';

/** Phrases that cancel a question, whatever follows. */
const CANCEL_PHRASES = [
  'never mind',
  'nevermind',
  'nvm',
  'forget it',
  'forget about it',
  'no thank you',
  'no thanks',
  'ไม่เป็นไร',
  'ช่างมันเถอะ',
  'ช่างมัน',
  'ช่างเถอะ',
  'ไม่เอาแล้ว',
  'ลืมไปเถอะ',
];
/** Phrases that cancel only on their own: “cancel my order” is a request. */
const STANDALONE_CANCEL_PHRASES = [
  'cancel',
  'stop',
  'not now',
  'skip it',
  'leave it',
  'ยกเลิก',
  'ไม่เอา',
  'พอแล้ว',
  'ไม่ต้อง',
  'เลิก',
];
/** Thai polite and completive particles. */
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

const LEADING_SEPARATORS = /^[\s\p{P}]+/u;
const LEADING_CLAUSE_BREAK = /^\s*[,.!;:…\n–—-]/u;

/**
 * The text after a cancelling phrase: `never mind, when do you open?`. Empty where nothing follows; undefined without
 * such a phrase.
 */
export function textAfterCancelPhrase(text: string): string | undefined {
  const foldedText = foldText(text);
  for (const [phrases, isAlone] of [
    [CANCEL_PHRASES, false],
    [STANDALONE_CANCEL_PHRASES, true],
  ] as const)
    for (const phrase of phrases) {
      if (!foldedText.startsWith(phrase)) continue;
      const remaining = withoutParticles(foldedText.slice(phrase.length));
      const rest = remaining.replace(LEADING_SEPARATORS, '');
      if (rest === '' || (isAlone ? LEADING_CLAUSE_BREAK : LEADING_SEPARATORS).test(remaining)) return rest;
    }
  return undefined;
}

/**
 * Removes leading Thai particles. A word that merely starts like a particle stays, and so does the separator before it:
 * ค่าส่ง is not ค่า.
 */
function withoutParticles(text: string): string {
  const trimmed = text.trimStart();
  for (const particle of PARTICLES) {
    if (!trimmed.startsWith(particle)) continue;
    const afterParticle = trimmed.slice(particle.length);
    const remaining = withoutParticles(afterParticle);
    if (remaining === '' || LEADING_SEPARATORS.test(remaining)) return remaining;
  }
  return text;
}
