import { describe, expect, it } from 'vitest';
import { readBotpress } from './botpress.ts';
import { readDialogflow } from './dialogflow.ts';
import type { BotDraft } from './draft.ts';
import { readLu } from './lu.ts';
import { readRasa } from './rasa.ts';
import { entityRows, intentRows } from './rows.ts';

const json = (path: string, value: unknown) => ({ path, text: JSON.stringify(value) });
const many = <T>(count: number, of: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => of(nth));

/** How often others had their turn while a file was read. */
async function turnsWhile(reading: () => Promise<BotDraft | undefined>): Promise<number> {
  let turns = 0;
  let isRead = false;
  const turn = (): void => {
    turns += 1;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await reading()).toBeDefined();
  isRead = true;
  return turns;
}

describe('others have their turn', () => {
  const sentence = (nth: number): string => `a sentence of some words with the number ${nth}`;

  it.each([
    [
      'within one file of sentences of Dialogflow',
      () =>
        readDialogflow([
          json(
            'intents/a_usersays_en.json',
            many(30_000, (nth) => ({ data: [{ text: sentence(nth) }] })),
          ),
        ]),
    ],
    [
      'within one file of options of Dialogflow',
      () =>
        readDialogflow([
          json(
            'entities/a_entries_en.json',
            many(20_000, (nth) => ({ value: `v${nth}`, synonyms: [sentence(nth)] })),
          ),
        ]),
    ],
    [
      'within one intent of Botpress',
      () => readBotpress([json('intents/a.json', { name: 'a', utterances: { en: many(60_000, sentence) } })]),
    ],
    [
      'within one table of Rasa',
      () =>
        readRasa([
          {
            path: 'a.yml',
            text: `nlu:\n- lookup: a\n  examples: |\n${many(30_000, (nth) => `    - ${sentence(nth)}`).join('\n')}`,
          },
        ]),
    ],
    [
      'between the files of Rasa',
      () =>
        readRasa(
          many(10, (nth) => ({
            path: `${nth}.yml`,
            text: `nlu:\n- intent: a\n  examples: [${many(1_500, (at) => `"${nth} ${at}"`).join(', ')}]`,
          })),
        ),
    ],
  ])('%s', async (_, reading) => {
    expect(await turnsWhile(reading)).toBeGreaterThan(2);
  });
});

it('the YAML files of an archive have one allowance together', async () => {
  const text = `nlu: [${'[],'.repeat(15_000)}]`;
  const files = (count: number) => many(count, (nth) => ({ path: `${nth}.yml`, text }));
  expect(await readRasa(files(2))).toBeDefined();
  await expect(readRasa(files(100))).rejects.toMatchObject({
    details: {
      fields: {
        '': expect.stringMatching(
          /^\d\.yml has too many YAML values with the files before it; divide it/,
        ) as string,
      },
    },
  });
});

describe('an entity called as something that every object has', () => {
  it.each(['constructor', 'toString', '__proto__'])('%s', async (name) => {
    const lu = await readLu([{ path: 'a.lu', text: `# hello\n- hi\n@ prebuilt ${name}\n` }]);
    expect(lu?.notes()).toContain(`Built-in entities that are not known here are left out: ${name}.`);
    const says = [{ data: [{ text: 'in ' }, { text: 'Pai', meta: name }] }];
    const flow = await readDialogflow([json('intents/a_usersays_en.json', says)]);
    if (!flow) throw new Error('It is of Dialogflow');
    for (const rows of [intentRows(flow).rows, entityRows(flow).rows])
      for (const cell of rows.flat()) expect(cell).toBeTypeOf('string');
    expect(entityRows(flow).rows).toMatchObject([{ 1: 'list', 4: '[{"name":"Pai"}]' }]);
  });
});

it('samples that are there twice take no place of the hundred', async () => {
  const twice = many(150, (nth) => `    - ${nth % 2 ? 'Hello' : 'hello'} ${Math.floor(nth / 2)}`);
  const others = many(30, (nth) => `    - other ${nth}`);
  const draft = await readRasa([
    {
      path: 'a.yml',
      text: `nlu:\n- intent: a\n  examples: |\n${[...twice, ...others, '    - HELLO 1'].join('\n')}`,
    },
  ]);
  const samples = draft?.intents.get('a') ?? [];
  expect(samples).toHaveLength(181);
  expect(samples.filter(({ fault }) => fault !== undefined)).toEqual(
    many(5, (nth) => ({ text: `other ${nth + 25}`, fault: 'An intent has at most 100 samples' })),
  );
});
