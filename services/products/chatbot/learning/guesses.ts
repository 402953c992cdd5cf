import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { TeachGuesses } from '../../../../schemas/understanding/teaching.ts';
import { textOf } from '../../../../schemas/model/text.ts';
import { textSimilarity } from '../../../../schemas/understanding/fuzzy.ts';
import { invalid } from '../../../engine/http/errors.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { botSettings } from '../botSettings.ts';
import { yieldEvery } from '../training/yieldEvery.ts';
import { currentKnowledge } from '../answering/knowledge.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Sentences per call. */
const MAX_SENTENCES = 100;
const MAX_GUESSES = 3;
/** Open sentences compared with the chosen ones, and similar ones returned. */
const MAX_COMPARED = 1_000;
const MAX_SIMILAR = 5;
const MIN_SIMILARITY = 0.7;
/** Time of comparing after which the event loop gets a turn. */
const YIELD_MS = 8;
const MAX_NAME_WORDS = 4;
const MAX_NAME_CHARS = 40;
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N}_-]+/gu;
/** Words without meaning for the name of an intent. */
const STOP_WORDS = new Set(
  'a an and are at be can could do does for have hello hi i in is it me my of on or please the there this to we what with would you your'.split(
    ' ',
  ),
);

/** Guesses for teaching sentences: the nearest intents, a name for a new one, and similar open sentences. */
export async function guessIntents({
  input,
  context,
}: ActionCall & { context: Context }): Promise<TeachGuesses> {
  const services = context.services();
  const sentences = await readSentences(services, input['ids']);
  const settings = await botSettings(services);
  // The custom classifier is not called, since there is no answer to send.
  const knowledge = currentKnowledge(services, { ...settings, classifierUrl: undefined }, () =>
    Promise.reject(new Error('No webhook is called')),
  );
  const intents = new Map<string, { id: string; name: string; score: number }>();
  for (const { sentence, chosen } of sentences) {
    const chosenIntent = await findIntentByName(services, textOf(chosen ?? ''));
    // The intent that the person chose counts more than any guess.
    if (chosenIntent)
      intents.set(chosenIntent.id, {
        ...chosenIntent,
        score: (intents.get(chosenIntent.id)?.score ?? 0) + 1 / sentences.length,
      });
    const { scores } = await knowledge.understand(textOf(sentence));
    for (const { id, intent, score } of scores) {
      const guess = intents.get(id) ?? { id, name: intent, score: 0 };
      if (id !== chosenIntent?.id)
        intents.set(id, { ...guess, score: guess.score + score / sentences.length });
    }
  }
  return {
    intents: [...intents.values()].sort((a, b) => b.score - a.score).slice(0, MAX_GUESSES),
    name: await findFreeName(services, suggestName(sentences.map(({ sentence }) => textOf(sentence)))),
    alike: await findSimilar(services, sentences),
  };
}

async function findIntentByName(
  { catalog }: Services,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] =
    name === '' ? [] : ((await catalog.repository('intent')?.list({ take: 1, where: [{ name }] })) ?? []);
  return found && { id: found.id, name };
}

/** @throws ApiError 422 for an invalid list of ids */
async function readSentences({ catalog }: Services, ids: unknown): Promise<EntityRecord[]> {
  const isList =
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= MAX_SENTENCES &&
    ids.every((id) => typeof id === 'string');
  if (!isList)
    throw invalid({
      '/ids': t('A list of 1 to %{maxSentences} ids is expected', { maxSentences: MAX_SENTENCES }),
    });
  return catalog.require('missed-sentence').repository.getMany(ids);
}

/** Finds open sentences with nearly the same letters, on any channel; the most frequent first. */
async function findSimilar(
  { catalog }: Services,
  chosen: readonly EntityRecord[],
): Promise<TeachGuesses['alike']> {
  const { repository } = catalog.require('missed-sentence');
  const open = await repository.list({
    take: MAX_COMPARED,
    where: [{ status: 'open' }],
    sort: { field: 'count', order: 'DESC' },
  });
  const yieldIfDue = yieldEvery(YIELD_MS);
  const ids = new Set(chosen.map(({ id }) => id));
  const isSimilar = async ({ key }: EntityRecord): Promise<boolean> => {
    for (const one of chosen) {
      if (textSimilarity(textOf(one['key']), textOf(key), MIN_SIMILARITY) >= MIN_SIMILARITY) return true;
      await yieldIfDue();
    }
    return false;
  };
  const similar: EntityRecord[] = [];
  for (const one of open) {
    if (!ids.has(one.id) && (await isSimilar(one))) similar.push(one);
    if (similar.length === MAX_SIMILAR) break;
  }
  return similar.map(({ id, sentence, count }) => ({
    id,
    sentence: textOf(sentence),
    count: Number(count ?? 1),
  }));
}

/** Suggests a name of the words that most sentences share, in the order of the shortest sentence. */
export function suggestName(sentences: readonly string[]): string {
  const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
  const wordsOf = (text: string): string[] =>
    [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) => {
      const word = segment.replace(NOT_IN_NAMES, '');
      return isWordLike && word !== '' && !STOP_WORDS.has(word) ? [word] : [];
    });
  const wordLists = sentences.map(wordsOf).filter((words) => words.length > 0);
  const shortest = wordLists.toSorted((a, b) => a.length - b.length)[0] ?? [];
  const countSharing = (word: string): number => wordLists.filter((words) => words.includes(word)).length;
  const shared = [...new Set(shortest)].filter(
    (word) => wordLists.length < 3 || countSharing(word) * 2 > wordLists.length,
  );
  let name = '';
  for (const word of (shared.length > 0 ? shared : shortest).slice(0, MAX_NAME_WORDS)) {
    const longer = name === '' ? word : `${name}_${word}`;
    if (longer.length > MAX_NAME_CHARS) break;
    name = longer;
  }
  return name.length < 2 ? 'new_intent' : name;
}

async function findFreeName({ catalog }: Services, name: string): Promise<string> {
  const intents = catalog.repository('intent');
  for (let number = 1; number < 50; number += 1) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!(await intents?.list({ take: 1, where: [{ name: candidate }] }))?.length) return candidate;
  }
  return name;
}
