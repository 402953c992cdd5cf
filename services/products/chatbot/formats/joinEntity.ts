import type { Entity } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { foldText } from '../../../../schemas/understanding/normalise.ts';
import type { RowValues } from '../../../engine/resources/importLayout.ts';
import { asList, asObjects, asText, asTexts } from './json.ts';
import { messages, t } from '../../../../schemas/texts/translate.ts';

const FORMAT_CONFLICTS: Record<NonNullable<Entity['format']>, string> = messages({
  list: '%{entity} is a list of options here; the file knows it only from marked words',
  regex: '%{entity} is a pattern here; the file knows it only from marked words',
  system: '%{entity} is a system entity here; the file knows it only from marked words',
});

/**
 * Joins an imported entity with the stored one: its options are added to the stored ones.
 * @param isMarked the file knows the entity only from marked words, so it cannot change its format
 */
export function joinEntity(
  values: Record<string, unknown>,
  stored: EntityRecord,
  isMarked: boolean,
): RowValues {
  const { format: storedFormat } = stored as Partial<Entity>;
  const { format = storedFormat } = values;
  if (format !== storedFormat) {
    const fault = t(FORMAT_CONFLICTS[storedFormat ?? 'list'], { entity: asText(stored['name']) });
    return { values, faults: isMarked ? { '/format': fault } : {} };
  }
  if (format !== 'list' || !('options' in values)) return { values, faults: {} };
  return { values: { ...values, options: joinOptions(stored['options'], values['options']) }, faults: {} };
}

/** Joins options by their names; a word stays with the option that has it already. */
function joinOptions(stored: unknown, imported: unknown): Record<string, unknown>[] {
  const options = asObjects(stored).map((option) => ({ ...option }));
  const byWord = new Map<string, Record<string, unknown>>();
  const register = (word: string, option: Record<string, unknown>): boolean => {
    const isNew = !byWord.has(foldText(word));
    if (isNew) byWord.set(foldText(word), option);
    return isNew;
  };
  for (const option of options) register(asText(option['name']), option);
  for (const option of options) for (const synonym of asTexts(option['synonyms'])) register(synonym, option);
  for (const { name, synonyms } of asObjects(imported)) {
    const known = byWord.get(foldText(asText(name)));
    const option = known ?? { name };
    if (!known) {
      options.push(option);
      register(asText(name), option);
    }
    const added = asTexts(synonyms).filter((synonym) => register(synonym, option));
    if (added.length > 0) option['synonyms'] = [...asList(option['synonyms']), ...added];
  }
  return options;
}
