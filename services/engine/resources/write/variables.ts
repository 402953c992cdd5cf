import type { ValidateOptions } from '../../../../schemas/model/validate.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Catalog } from '../catalog.ts';
import { findPersonNames } from '../personVariables.ts';
import { textOf } from '../../../../schemas/model/text.ts';

/** Variables that one record may name; beyond, their placeholders count as they stand and are not missed. */
const MAX_NAMES = 101;

/**
 * Fills `{{name}}` in with the values of the workspace's variables, so that limits count what will be sent, and says
 * which of them are there, those of people too: of these limits count the fallback. One query if the record names any variable, none otherwise; those that are new to it are
 * kept from being deleted until it is stored.
 */
export async function variableFiller(
  catalog: Catalog,
  tx: Queryable,
  record: unknown,
  stored: unknown,
): Promise<Pick<ValidateOptions, 'fill' | 'knows'>> {
  const variables = catalog.provider('placeholders');
  const names = variableNames(record);
  if (!variables || names.length === 0) return {};
  const asked = names.slice(0, MAX_NAMES);
  const rows = await variables.repository.within(tx).list({ take: MAX_NAMES, where: [{ name: asked }] });
  const before = new Set(stored === undefined ? [] : variableNames(stored));
  const fresh = rows.filter((row) => !before.has(textOf(row['name'])));
  const kept =
    fresh.length === 0
      ? []
      : await variables.repository.within(tx).lockAgainstDelete(fresh.map(({ id }) => id));
  const gone = new Set(fresh.map(({ id }) => id).filter((id) => !kept.some((row) => row.id === id)));
  const there = rows.filter(({ id }) => !gone.has(id));
  const values = new Map(there.map((row) => [textOf(row['name']), textOf(row['value'])]));
  const others = asked.filter((name) => !values.has(name));
  const ofPeople = await findPersonNames(catalog, tx, others);
  return {
    fill: (text, enough) => fillVariables(text, values, enough),
    // Of more than are looked up nobody can say whether they are there.
    knows: (name) => values.has(name) || ofPeople.has(name) || !asked.includes(name),
  };
}
