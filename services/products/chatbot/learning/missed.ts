import { normalizeText } from '../../../../schemas/understanding/normalise.ts';
import type { IntentScore } from '../../../../schemas/understanding/botTest.ts';
import type { MissedSentence } from '../../../../schemas/generated/types.ts';
import { Batcher } from '../../../engine/storage/batcher.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { countOccurrences, type Occurrence } from '../../../engine/resources/write/countOccurrences.ts';
import type { BotAnswer } from '../answering/types.ts';

/** Why a sentence counts as not understood. */
export type MissedReason = NonNullable<MissedSentence['why']>;

/** A score above the threshold by less than this counts as doubtful. */
const DOUBT_MARGIN = 0.1;
/** Guessed intents stored with a sentence. */
const MAX_GUESSES = 3;
const MAX_SENTENCE_CHARS = 500;
const MAX_PER_BATCH = 500;
/** Time between two batches. */
const BATCH_INTERVAL_MS = 250;

/** A mail address, without Thai text that is written onto it. */
const MAIL_ADDRESS =
  /(?<![\p{Script=Latin}\d._%+-])[\p{Script=Latin}\d._%+-]+@[\p{Script=Latin}\d-]+(?:\.[\p{Script=Latin}\d-]+)+/gu;
/** Whether a word is a mail address in another script. */
const isMailAddress = (word: string): boolean =>
  word.indexOf('@') > 0 && word.includes('.', word.indexOf('@') + 2);
/** Six digits or more, possibly with spaces, dots, brackets, slashes or hyphens between them. */
const LONG_NUMBER = /\p{Nd}(?:[\s.()/\p{Pd}]*\p{Nd}){5,}/gu;
const SIX_DIGITS = /\p{Nd}{6}/u;
/** Digits of a personal number that is written in parts; fewer may be a date or hours. */
const MIN_DIGITS_IN_PARTS = 9;
/** Whether digits are a phone, order or card number. */
const isPersonalNumber = (digits: string): boolean =>
  SIX_DIGITS.test(digits) || digits.replace(/\P{Nd}/gu, '').length >= MIN_DIGITS_IN_PARTS;
/** Repeated letters, and spaces between Thai words, do not distinguish sentences. */
const REPEATED_LETTER = /(\p{L})\1+/gu;
const THAI_BLANK = /(?<=[\u0E00-\u0E7F]) (?=[\u0E00-\u0E7F])/gu;
const MASK = '•••';

/** A sentence that the bot did not understand. */
export interface MissedText {
  channel: string;
  text: string;
  at: Date;
  why: MissedReason;
  /** Best first. */
  scores: readonly IntentScore[];
  /** Name of the intent that the person chose; the sentence was counted when the bot asked. */
  chosen?: string;
}

/**
 * Why a text counts as not understood; undefined if it was understood, or needed no understanding, such as a rule's
 * keyword.
 */
export function missedReason(botAnswer: BotAnswer, threshold: number): MissedReason | undefined {
  const { failed, intent, score, steps } = botAnswer;
  if (failed) return intent ? 'mapper' : 'unsure';
  if (steps.some(({ step }) => step === 'choice') && !botAnswer.chosen) return 'doubt';
  const isByIntent = intent !== null && steps.some(({ step }) => step === 'intent');
  return isByIntent && score < threshold + DOUBT_MARGIN ? 'doubt' : undefined;
}

/** Masks personal data: mail addresses and long numbers. So the same question about different orders becomes one sentence. */
export const maskPersonal = (text: string): string =>
  text
    .replace(MAIL_ADDRESS, MASK)
    .split(' ')
    .map((word) => (isMailAddress(word) ? MASK : word))
    .join(' ')
    .replace(LONG_NUMBER, (digits) => (isPersonalNumber(digits) ? MASK : digits));

/** Key under which equal sentences are counted: normalised, without repeated letters and spaces between Thai words. */
export const missedKey = (sentence: string): string =>
  normalizeText(sentence)
    .replace(REPEATED_LETTER, '$1')
    .replace(THAI_BLANK, '')
    .slice(0, MAX_SENTENCE_CHARS)
    .toWellFormed();

/** `opening_hours 0.42 · refund 0.31` */
const formatGuesses = (scores: readonly IntentScore[]): string =>
  scores
    .slice(0, MAX_GUESSES)
    .map(({ intent, score }) => `${intent} ${score.toFixed(2)}`)
    .join(' · ')
    .slice(0, 400);

function toOccurrence({ channel, text, at, why, scores, chosen }: MissedText): Occurrence | undefined {
  const sentence = maskPersonal(text.replace(/\s+/gu, ' ').trim())
    .slice(0, MAX_SENTENCE_CHARS)
    .toWellFormed();
  const key = missedKey(sentence);
  if (key === '') return undefined;
  const lastAt = at.toISOString();
  const thought = formatGuesses(scores);
  return {
    key: { channel, key },
    first: { sentence, firstAt: lastAt },
    add: { count: chosen === undefined ? 1 : 0 },
    set: { why, lastAt, ...(thought !== '' && { thought }), ...(chosen !== undefined && { chosen }) },
  };
}

const batchers = new WeakMap<Services['db'], Batcher<Occurrence, void>>();

/** Counts a sentence that was not understood, batched with concurrent ones. No person is stored with it. */
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
      { maxWeight: MAX_PER_BATCH, minIntervalMs: BATCH_INTERVAL_MS },
    );
  batchers.set(db, batcher);
  await batcher.enqueue(occurrence);
}
