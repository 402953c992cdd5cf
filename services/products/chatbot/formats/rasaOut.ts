import type { Entity, Intent } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { plainSample } from '../../../../schemas/understanding/samples.ts';
import type { FormatTools } from '../../../engine/resources/fileFormat.ts';
import { isVisibleTo } from '../../../engine/resources/visibility.ts';

/** Entities looked for at once. */
const BATCH = 200;

/** Intents as Rasa's training data, and behind them the entities that their samples mark, as far as one may read them. */
export async function* writeRasa(
  pages: AsyncIterable<EntityRecord[]>,
  { catalog, caller }: FormatTools,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('version: "3.1"\nnlu:\n');
  const marked = new Set<string>();
  let isEmpty = true;
  for await (const page of pages as AsyncIterable<(Intent & EntityRecord)[]>)
    for (const { name = '', samples = [] } of page) {
      isEmpty = false;
      for (const sample of samples) for (const { entity } of plainSample(sample).spans) marked.add(entity);
      yield Buffer.from(block('intent', name, samples));
    }
  const target = catalog.find('entity');
  if (target && caller.rights.may('entity', 'read'))
    for (const names = [...marked].toSorted(); names.length > 0;) {
      const batch = names.splice(0, BATCH);
      const found = await target.repository.list({ where: [{ name: batch }], take: batch.length });
      for (const record of found.filter((one) => isVisibleTo(target, caller, one))) {
        const text = entityBlocks(record);
        if (text !== '') isEmpty = false;
        yield Buffer.from(text);
      }
    }
  if (isEmpty) yield Buffer.from('  []\n');
}

/** A list is a table of all its words and a synonym for each option that has some; a pattern is a pattern. */
function entityBlocks(record: EntityRecord): string {
  const { options = [] } = record as Entity & EntityRecord;
  const name = textOf(record['name']);
  if (record['format'] === 'regex') return block('regex', name, [textOf(record['pattern'])]);
  if (record['format'] === 'system')
    return `# ${name} is a built-in ${textOf(record['system'])}; Rasa finds such values with Duckling.\n`;
  const all = options.flatMap(({ name: option, synonyms = [] }) => [option, ...synonyms]);
  const synonyms = options.filter((option) => (option.synonyms ?? []).length > 0);
  return [
    all.length > 0 ? block('lookup', name, all) : '',
    ...synonyms.map((option) => block('synonym', option.name, option.synonyms ?? [])),
  ].join('');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const block = (kind: string, name: string, examples: readonly string[]): string =>
  `- ${kind}: ${scalar(name)}\n  examples: |\n${examples.map((one) => `    - ${line(one)}\n`).join('')}`;

/** A text on one line; what YAML cannot hold is no part of it. */
const line = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const WORDS = /^(?:y|n|yes|no|true|false|on|off|null)$/i;

/** Names as people write them in YAML; quoted where it would read them as something else. */
const scalar = (name: string): string =>
  /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) && !WORDS.test(name) ? name : JSON.stringify(line(name));
