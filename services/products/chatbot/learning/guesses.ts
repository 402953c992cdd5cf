import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { TeachGuesses } from '../../../../schemas/understanding/learning.ts';
import { textOf } from '../../../../schemas/model/text.ts';
import { alike } from '../../../../schemas/understanding/fuzzy.ts';
import { invalid } from '../../../engine/http/errors.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { botSettings } from '../botSettings.ts';
import { yieldEvery } from '../training/yieldEvery.ts';
import { currentKnowledge } from '../answering/knowledge.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Sentences that one call is about. */
const MAX_SENTENCES = 100;
const MAX_GUESSES = 3;
/** Open sentences that are compared with the chosen ones, and those that are told. */
const MAX_COMPARED = 1_000;
const MAX_ALIKE = 5;
const ALIKE = 0.7;
/** For which the comparison keeps the event loop at a time. */
const YIELD_MS = 8;
const MAX_NAME_WORDS = 4;
const MAX_NAME = 40;
const NAME_CHARACTERS = /[^\p{L}\p{M}\p{N}_-]+/gu;
/** Words that say nothing about what is wanted. */
const EMPTY_WORDS = new Set(
  'a an and are at be can could do does for have hello hi i in is it me my of on or please the there this to we what with would you your'.split(
    ' ',
  ),
);

/** The intents that some sentences are nearest to, a name for a new one, and open sentences that are like them. */
export async function guessIntents({
  input,
  context,
}: ActionCall & { context: Context }): Promise<TeachGuesses> {
  const services = context.services();
  const sentences = await readSentences(services, input['ids']);
  const settings = await botSettings(services);
  // The custom classifier is not called: nobody waits for an answer here.
  const knowledge = currentKnowledge(services, { ...settings, classifierUrl: undefined }, () =>
    Promise.reject(new Error('No webhook is called')),
  );
  const intents = new Map<string, { id: string; name: string; score: number }>();
  for (const { sentence, chosen } of sentences) {
    const meant = await intentNamed(services, textOf(chosen ?? ''));
    // What a person said of their own words is worth more than any guess.
    if (meant)
      intents.set(meant.id, { ...meant, score: (intents.get(meant.id)?.score ?? 0) + 1 / sentences.length });
    const { scores } = await knowledge.understand(textOf(sentence));
    for (const { id, intent, score } of scores) {
      const held = intents.get(id) ?? { id, name: intent, score: 0 };
      if (id !== meant?.id) intents.set(id, { ...held, score: held.score + score / sentences.length });
    }
  }
  return {
    intents: [...intents.values()].sort((a, b) => b.score - a.score).slice(0, MAX_GUESSES),
    name: await freeName(services, suggestName(sentences.map(({ sentence }) => textOf(sentence)))),
    alike: await findAlike(services, sentences),
  };
}

async function intentNamed(
  { catalog }: Services,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] =
    name === '' ? [] : ((await catalog.repository('intent')?.list({ take: 1, where: [{ name }] })) ?? []);
  return found && { id: found.id, name };
}

/** @throws ApiError 422 for what is no list of ids */
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

/** Open sentences with nearly the same letters, on any channel; the most frequent first. */
async function findAlike(
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
  const isAlike = async ({ key }: EntityRecord): Promise<boolean> => {
    for (const one of chosen) {
      if (alike(textOf(one['key']), textOf(key), ALIKE) >= ALIKE) return true;
      await yieldIfDue();
    }
    return false;
  };
  const found: EntityRecord[] = [];
  for (const one of open) {
    if (!ids.has(one.id) && (await isAlike(one))) found.push(one);
    if (found.length === MAX_ALIKE) break;
  }
  return found.map(({ id, sentence, count }) => ({
    id,
    sentence: textOf(sentence),
    count: Number(count ?? 1),
  }));
}

/** A name made of the words that most of the sentences share, in the order of the shortest. */
export function suggestName(sentences: readonly string[]): string {
  const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
  const wordsOf = (text: string): string[] =>
    [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) => {
      const word = segment.replace(NAME_CHARACTERS, '');
      return isWordLike && word !== '' && !EMPTY_WORDS.has(word) ? [word] : [];
    });
  const all = sentences.map(wordsOf).filter((words) => words.length > 0);
  const shortest = all.toSorted((a, b) => a.length - b.length)[0] ?? [];
  const sharing = (word: string): number => all.filter((words) => words.includes(word)).length;
  const shared = [...new Set(shortest)].filter((word) => all.length < 3 || sharing(word) * 2 > all.length);
  let name = '';
  for (const word of (shared.length > 0 ? shared : shortest).slice(0, MAX_NAME_WORDS)) {
    const longer = name === '' ? word : `${name}_${word}`;
    if (longer.length > MAX_NAME) break;
    name = longer;
  }
  return name.length < 2 ? 'new_intent' : name;
}

async function freeName({ catalog }: Services, name: string): Promise<string> {
  const intents = catalog.repository('intent');
  for (let number = 1; number < 50; number += 1) {
    const tried = number === 1 ? name : `${name}_${number}`;
    if (!(await intents?.list({ take: 1, where: [{ name: tried }] }))?.length) return tried;
  }
  return name;
}
