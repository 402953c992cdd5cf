import { normalised } from '../../../../schemas/understanding/normalise.ts';
import type { Scored } from '../../../../schemas/understanding/botTest.ts';
import type { MissedSentence } from '../../../../schemas/generated/types.ts';
import { Batcher } from '../../../engine/storage/batcher.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { countOccurrences, type Occurrence } from '../../../engine/resources/write/countOccurrences.ts';
import type { BotAnswer } from '../answering/types.ts';

/** Why a sentence counts as not understood. */
export type MissedReason = NonNullable<MissedSentence['why']>;

/** What lies above the threshold by less than this is answered in doubt. */
const DOUBT = 0.1;
/** Intents that are told of a sentence. */
const GUESSES = 3;
const MAX_SENTENCE = 500;
const MAX_PER_BATCH = 500;
/** Milliseconds between two batches. */
const GATHER_MS = 250;

/** An address of mail; Thai that is written onto it is no part of it. */
const ADDRESS =
  /(?<![\p{Script=Latin}\d._%+-])[\p{Script=Latin}\d._%+-]+@[\p{Script=Latin}\d-]+(?:\.[\p{Script=Latin}\d-]+)+/gu;
/** An address in another script, among words. */
const hasAddress = (word: string): boolean =>
  word.indexOf('@') > 0 && word.includes('.', word.indexOf('@') + 2);
/** Six digits and more, with blanks, dots, brackets, slashes and hyphens between them. */
const LONG_NUMBER = /\p{Nd}(?:[\s.()/\p{Pd}]*\p{Nd}){5,}/gu;
const DIGITS_TOGETHER = /\p{Nd}{6}/u;
/** Digits of a number that is written in parts: fewer may be a day or hours. */
const LEAST_IN_PARTS = 9;
/** Phone, order and card numbers. */
const isPersonalNumber = (digits: string): boolean =>
  DIGITS_TOGETHER.test(digits) || digits.replace(/\P{Nd}/gu, '').length >= LEAST_IN_PARTS;
/** A letter that is typed twice or not; blanks between Thai words. */
const REPEATED = /(\p{L})\1+/gu;
const THAI_BLANK = /(?<=[\u0E00-\u0E7F]) (?=[\u0E00-\u0E7F])/gu;
const MASK = '•••';

/** A sentence that the bot did not understand. */
export interface MissedText {
  channel: string;
  text: string;
  at: Date;
  why: MissedReason;
  /** Surest first. */
  scores: readonly Scored[];
  /** Name of the intent that the person chose for it; it was counted when they were asked. */
  chosen?: string;
}

/**
 * Why what was written counts as not understood; undefined where it was understood, or was nothing to understand, such as a
 * keyword of a rule.
 */
export function missedReason(answered: BotAnswer, threshold: number): MissedReason | undefined {
  const { failed, intent, score, steps } = answered;
  if (failed) return intent ? 'mapper' : 'unsure';
  if (steps.some(({ step }) => step === 'choice') && !answered.chosen) return 'doubt';
  const isByIntent = intent !== null && steps.some(({ step }) => step === 'intent');
  return isByIntent && score < threshold + DOUBT ? 'doubt' : undefined;
}

/** A sentence without what names a person: addresses and long numbers. Equal questions about other orders become one. */
export const maskPersonal = (text: string): string =>
  text
    .replace(ADDRESS, MASK)
    .split(' ')
    .map((word) => (hasAddress(word) ? MASK : word))
    .join(' ')
    .replace(LONG_NUMBER, (digits) => (isPersonalNumber(digits) ? MASK : digits));

/** What sentences have in common that are one: the words that are compared, whatever letters are doubled. */
export const missedKey = (sentence: string): string =>
  normalised(sentence).replace(REPEATED, '$1').replace(THAI_BLANK, '').slice(0, MAX_SENTENCE).toWellFormed();

/** `opening_hours 0.42 · refund 0.31` */
const guessesText = (scores: readonly Scored[]): string =>
  scores
    .slice(0, GUESSES)
    .map(({ intent, score }) => `${intent} ${score.toFixed(2)}`)
    .join(' · ')
    .slice(0, 400);

function toOccurrence({ channel, text, at, why, scores, chosen }: MissedText): Occurrence | undefined {
  const sentence = maskPersonal(text.replace(/\s+/gu, ' ').trim()).slice(0, MAX_SENTENCE).toWellFormed();
  const key = missedKey(sentence);
  if (key === '') return undefined;
  const lastAt = at.toISOString();
  const thought = guessesText(scores);
  return {
    key: { channel, key },
    first: { sentence, firstAt: lastAt },
    add: { count: chosen === undefined ? 1 : 0 },
    set: { why, lastAt, ...(thought !== '' && { thought }), ...(chosen !== undefined && { chosen }) },
  };
}

const batchers = new WeakMap<Services['db'], Batcher<Occurrence, void>>();

/** Counts a sentence that was not understood, together with concurrent ones. No person is stored with it. */
export async function recordMissed(services: () => Services, missed: MissedText): Promise<void> {
  const occurrence = toOccurrence(missed);
  if (!occurrence || !services().catalog.find('missed-sentence')) return;
  const { db } = services();
  const batcher =
    batchers.get(db) ??
    new Batcher<Occurrence, void>(
      async (all) => {
        await countOccurrences(services(), 'missed-sentence', all);
        return all.map(() => undefined);
      },
      { maxWeight: MAX_PER_BATCH, minIntervalMs: GATHER_MS },
    );
  batchers.set(db, batcher);
  await batcher.enqueue(occurrence);
}
