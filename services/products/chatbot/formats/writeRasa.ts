import type { Entity, Intent } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { parseSample } from '../../../../schemas/understanding/samples.ts';
import type { FormatTools } from '../../../engine/resources/fileFormat.ts';
import { isVisibleTo } from '../../../engine/resources/visibility.ts';

const ENTITIES_PER_QUERY = 200;

/** Writes intents as Rasa's training data, followed by the entities marked in their samples that the caller may read. */
export async function* writeRasa(
  pages: AsyncIterable<EntityRecord[]>,
  { catalog, caller }: FormatTools,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('version: "3.1"\nnlu:\n');
  const markedEntities = new Set<string>();
  let isEmpty = true;
  for await (const page of pages as AsyncIterable<(Intent & EntityRecord)[]>)
    for (const { name = '', samples = [] } of page) {
      isEmpty = false;
      for (const sample of samples)
        for (const { entity } of parseSample(sample).spans) markedEntities.add(entity);
      yield Buffer.from(toBlock('intent', name, samples));
    }
  const target = catalog.find('entity');
  if (target && caller.rights.may('entity', 'read'))
    for (const names = [...markedEntities].toSorted(); names.length > 0;) {
      const batch = names.splice(0, ENTITIES_PER_QUERY);
      const found = await target.repository.list({ where: [{ name: batch }], take: batch.length });
      for (const record of found.filter((one) => isVisibleTo(target, caller, one))) {
        const text = entityBlocks(record);
        if (text !== '') isEmpty = false;
        yield Buffer.from(text);
      }
    }
  if (isEmpty) yield Buffer.from('  []\n');
}

/** A list becomes a lookup table of all its words and a synonym item for each option with synonyms; a pattern a `regex` item. */
function entityBlocks(record: EntityRecord): string {
  const { options = [] } = record as Entity & EntityRecord;
  const name = textOf(record['name']);
  if (record['format'] === 'regex') return toBlock('regex', name, [textOf(record['pattern'])]);
  if (record['format'] === 'system')
    return `# ${name} is a built-in ${textOf(record['system'])}; Rasa finds such values with Duckling.\n`;
  const words = options.flatMap(({ name: option, synonyms = [] }) => [option, ...synonyms]);
  const synonyms = options.filter((option) => (option.synonyms ?? []).length > 0);
  return [
    words.length > 0 ? toBlock('lookup', name, words) : '',
    ...synonyms.map((option) => toBlock('synonym', option.name, option.synonyms ?? [])),
  ].join('');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const toBlock = (kind: string, name: string, examples: readonly string[]): string =>
  `- ${kind}: ${toScalar(name)}\n  examples: |\n${examples.map((one) => `    - ${toLine(one)}\n`).join('')}`;

/** Puts a text on one line, without control characters, which YAML cannot hold. */
const toLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const YAML_KEYWORDS = /^(?:y|n|yes|no|true|false|on|off|null)$/i;

/** A name as a YAML scalar, quoted where YAML would read it as something else. */
const toScalar = (name: string): string =>
  /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) && !YAML_KEYWORDS.test(name)
    ? name
    : JSON.stringify(toLine(name));
