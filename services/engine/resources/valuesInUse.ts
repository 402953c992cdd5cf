import type { ValuesInUse } from '../../../schemas/model/types.ts';
import type { Queryable } from '../storage/database.ts';
import type { Catalog } from './catalog.ts';

/**
 * The distinct values of choice fields in all records, for conditions that depend on them; without records all choices of a
 * field, so that rules are as strict as they may become. One query for each field.
 * @param names as `entity.field`
 */
export async function valuesInUse(catalog: Catalog, db: Queryable, names: string[]): Promise<ValuesInUse> {
  const found: ValuesInUse = {};
  for (const name of names) {
    const [entity = '', field = ''] = name.split('.');
    const resource = catalog.find(entity);
    const choices = resource?.model.fields.find((candidate) => candidate.name === field)?.choices ?? [];
    const values = (await resource?.repository.within(db).choicesInUse(field)) ?? [];
    found[name] = values.length > 0 ? values : choices.map((choice) => choice.value);
  }
  return found;
}
