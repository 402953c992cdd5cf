import { clip } from '../../../../schemas/messages/clip.ts';
import { folded } from '../../../../schemas/understanding/normalise.ts';
import { plainSample } from '../../../../schemas/understanding/samples.ts';
import type { Scored } from '../../../../schemas/understanding/botTest.ts';
import type { BotAnswer, Choices, Knowledge, StoredRecord } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Intents that are offered, and the characters that a button holds on every platform. */
const [MOST, MAX_LABEL] = [3, 20];
/** A text that is a sample, but for its signs: nothing is to be asked. */
export const SAME = 0.95;

/**
 * The intents of which a text may be one, where they lie so close that only the person knows; together they have to be as
 * likely as one has to be that is answered.
 */
export function closeIntents(scores: readonly Scored[], closeBy: number, threshold: number): Scored[] {
  const [best] = scores;
  if (!best || (best.by.text ?? 0) >= SAME) return [];
  const close = scores.filter(({ score }) => best.score - score <= closeBy).slice(0, MOST);
  const likely = close.reduce((sum, { score }) => sum + score, 0);
  return close.length > 1 && likely >= threshold ? close : [];
}

/** Asks which intent was meant, with a button for each that has an answer. @returns false where there is nothing to choose */
export async function askWhichIsMeant(
  knowledge: Knowledge,
  close: readonly Scored[],
  { written, read }: { written: string; read: string },
  answered: BotAnswer,
): Promise<boolean> {
  const answerable: Scored[] = [];
  for (const one of close) if ((await knowledge.mappersOf(one.id)).length > 0) answerable.push(one);
  if (answerable.length < 2) return false;
  const intents = await knowledge.intents(answerable.map(({ id }) => id));
  const thai = isThai(read);
  const labels = new Set<string>();
  const offered = answerable.flatMap(({ id, intent: name }) => {
    const record = intents.find((one) => one.id === id);
    const label = [labelOf(record, thai), name].map(short).find((one) => !labels.has(folded(one)));
    if (!record || label === undefined) return [];
    labels.add(folded(label));
    return [{ id, name, label }];
  });
  if (offered.length < 2) return false;
  const question = knowledge.close?.question ?? (thai ? 'คุณหมายถึงข้อไหน' : 'Did you mean …?');
  answered.answer = {
    messages: [{ type: 'text', text: question }],
    quickReply: { items: offered.map(({ label }) => ({ type: 'message', label, text: label })) },
  };
  answered.expecting = { choices: { text: written, ...(read !== written && { read }), intents: offered } };
  const told = answerable.map(({ intent, score }) => `${intent} ${score.toFixed(2)}`).join(', ');
  answered.steps.push({
    step: 'choice',
    text: t('Close together: %{intents}. Asks which is meant', { intents: told }),
  });
  return true;
}

/** The intent that a message chooses of those that were offered. */
export function chosenIntent(
  choices: Choices | undefined,
  text: string,
): Choices['intents'][number] | undefined {
  const said = folded(text);
  return choices?.intents.find(({ label, name }) => folded(label) === said || folded(name) === said);
}

export const isThai = (text: string): boolean => /\p{Script=Thai}/u.test(text);

/** What people read of an intent: its own words, or its shortest sample in Thai for who writes Thai, or its name. */
function labelOf(intent: StoredRecord<'intent'> | undefined, thai: boolean): string {
  if (!intent) return '';
  const { label, name, samples } = intent;
  if (label !== undefined && label !== '') return label;
  const own = thai ? samples.map((sample) => plainSample(sample).text).filter(isThai) : [];
  const [shortest] = own.toSorted((one, other) => one.length - other.length);
  return shortest ?? spoken(name);
}

/** `delivery_cost` as people write it: Delivery cost. */
function spoken(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Graphemes of Thai are several characters, which is what platforms count. */
const short = (text: string): string => clip(text, MAX_LABEL, 'points');
