import { clip } from '../../../../schemas/messages/clip.ts';
import { foldText } from '../../../../schemas/understanding/normalise.ts';
import { parseSample } from '../../../../schemas/understanding/samples.ts';
import type { IntentScore } from '../../../../schemas/understanding/botTest.ts';
import type { BotAnswer, Choices, Knowledge, StoredRecord } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const MAX_OFFERED_INTENTS = 3;
/** Characters that a button holds on every platform. */
const MAX_LABEL_CHARS = 20;
/** Score of a text that equals a sample except for its punctuation, so that the intent is certain. */
export const SAME_SAMPLE_SCORE = 0.95;

/**
 * Finds the intents whose scores are so close that the person has to choose. Their scores together must reach the
 * threshold of a single intent.
 * @returns an empty list where there is nothing to choose
 */
export function findCloseIntents(
  scores: readonly IntentScore[],
  maxDistance: number,
  threshold: number,
): IntentScore[] {
  const [best] = scores;
  if (!best || (best.by.text ?? 0) >= SAME_SAMPLE_SCORE) return [];
  const close = scores.filter(({ score }) => best.score - score <= maxDistance).slice(0, MAX_OFFERED_INTENTS);
  const totalScore = close.reduce((sum, { score }) => sum + score, 0);
  return close.length > 1 && totalScore >= threshold ? close : [];
}

/** Asks which intent was meant, with a button for each that has a mapper. @returns false where there is nothing to choose */
export async function askWhichIntent(
  knowledge: Knowledge,
  close: readonly IntentScore[],
  { written, read }: { written: string; read: string },
  botAnswer: BotAnswer,
): Promise<boolean> {
  const answerable: IntentScore[] = [];
  for (const one of close) if ((await knowledge.mappersOf(one.id)).length > 0) answerable.push(one);
  if (answerable.length < 2) return false;
  const intents = await knowledge.intents(answerable.map(({ id }) => id));
  const isThaiText = isThai(read);
  const labels = new Set<string>();
  const offered = answerable.flatMap(({ id, intent: name }) => {
    const record = intents.find((one) => one.id === id);
    const label = [labelFor(record, isThaiText), name]
      .map(clipLabel)
      .find((one) => !labels.has(foldText(one)));
    if (!record || label === undefined) return [];
    labels.add(foldText(label));
    return [{ id, name, label }];
  });
  if (offered.length < 2) return false;
  const question = knowledge.disambiguation?.question ?? (isThaiText ? 'คุณหมายถึงข้อไหน' : 'Did you mean …?');
  botAnswer.answer = {
    messages: [{ type: 'text', text: question }],
    quickReply: { items: offered.map(({ label }) => ({ type: 'message', label, text: label })) },
  };
  botAnswer.expecting = { choices: { text: written, ...(read !== written && { read }), intents: offered } };
  const summary = answerable.map(({ intent, score }) => `${intent} ${score.toFixed(2)}`).join(', ');
  botAnswer.steps.push({
    step: 'choice',
    text: t('Close together: %{intents}. Asks which is meant', { intents: summary }),
  });
  return true;
}

/** Finds the offered intent that a message chooses. */
export function findChosenIntent(
  choices: Choices | undefined,
  text: string,
): Choices['intents'][number] | undefined {
  const typed = foldText(text);
  return choices?.intents.find(({ label, name }) => foldText(label) === typed || foldText(name) === typed);
}

export const isThai = (text: string): boolean => /\p{Script=Thai}/u.test(text);

/** Label of an intent for people: its own, or for Thai its shortest Thai sample, or its name. */
function labelFor(intent: StoredRecord<'intent'> | undefined, isThaiText: boolean): string {
  if (!intent) return '';
  const { label, name, samples } = intent;
  if (label !== undefined && label !== '') return label;
  const thaiSamples = isThaiText ? samples.map((sample) => parseSample(sample).text).filter(isThai) : [];
  const [shortest] = thaiSamples.toSorted((one, other) => one.length - other.length);
  return shortest ?? humanize(name);
}

/** `delivery_cost` as people write it: Delivery cost. */
function humanize(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Cuts by code points, which platforms count; a Thai grapheme has several. */
const clipLabel = (text: string): string => clip(text, MAX_LABEL_CHARS, 'points');
