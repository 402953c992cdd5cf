import type { Entity } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { folded } from '../../../../schemas/understanding/normalise.ts';
import type { RowValues } from '../../../engine/resources/importLayout.ts';
import { listOf, objectsOf, textOf, textsOf } from './json.ts';
import { messages, t } from '../../../../schemas/texts/translate.ts';

const MADE_OF: Record<NonNullable<Entity['format']>, string> = messages({
  list: '%{entity} is a list of options here; the file knows it only from marked words',
  regex: '%{entity} is a pattern here; the file knows it only from marked words',
  system: '%{entity} is a system entity here; the file knows it only from marked words',
});

/**
 * What a file says of an entity that is here already: its options come beside those that are here.
 * @param isMarked the file knows the entity only from marked words, so that it cannot make another kind of entity of it
 */
export function joinEntity(
  values: Record<string, unknown>,
  stored: EntityRecord,
  isMarked: boolean,
): RowValues {
  const { format: here } = stored as Partial<Entity>;
  const { format = here } = values;
  if (format !== here) {
    const fault = t(MADE_OF[here ?? 'list'], { entity: textOf(stored['name']) });
    return { values, faults: isMarked ? { '/format': fault } : {} };
  }
  if (format !== 'list' || !('options' in values)) return { values, faults: {} };
  return { values: { ...values, options: joinOptions(stored['options'], values['options']) }, faults: {} };
}

/** The options of both, by their names; a word that an option has already stays with it. */
function joinOptions(held: unknown, given: unknown): Record<string, unknown>[] {
  const options = objectsOf(held).map((option) => ({ ...option }));
  const byWord = new Map<string, Record<string, unknown>>();
  const know = (word: string, option: Record<string, unknown>): boolean => {
    const isNew = !byWord.has(folded(word));
    if (isNew) byWord.set(folded(word), option);
    return isNew;
  };
  for (const option of options) know(textOf(option['name']), option);
  for (const option of options) for (const synonym of textsOf(option['synonyms'])) know(synonym, option);
  for (const { name, synonyms } of objectsOf(given)) {
    const known = byWord.get(folded(textOf(name)));
    const option = known ?? { name };
    if (!known) {
      options.push(option);
      know(textOf(name), option);
    }
    const added = textsOf(synonyms).filter((synonym) => know(synonym, option));
    if (added.length > 0) option['synonyms'] = [...listOf(option['synonyms']), ...added];
  }
  return options;
}
