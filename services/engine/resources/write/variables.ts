import type { ValidateOptions } from '../../../../schemas/model/validate.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Catalog } from '../catalog.ts';
import { findPersonVariableNames } from '../personVariables.ts';
import { textOf } from '../../../../schemas/model/text.ts';

/**
 * Variables that are looked up for one record, the rows of the longest page of a list. Further names count as typed
 * and are assumed to exist.
 */
const MAX_VARIABLES_PER_RECORD = 101;

/**
 * Resolves `{{name}}`, so that length limits count the text as it is sent. Fields of a person count by their fallback.
 * Locks newly referenced variables against deletion until the record is stored. One query, none without variables.
 */
export async function loadVariableResolver(
  catalog: Catalog,
  tx: Queryable,
  record: unknown,
  stored: unknown,
): Promise<Pick<ValidateOptions, 'fillText' | 'isKnownVariable'>> {
  const variables = catalog.resourceWithRole('placeholders');
  const names = variableNames(record);
  if (!variables || names.length === 0) return {};
  const lookedUp = names.slice(0, MAX_VARIABLES_PER_RECORD);
  const rows = await variables.repository
    .within(tx)
    .list({ take: MAX_VARIABLES_PER_RECORD, where: [{ name: lookedUp }] });
  const previousNames = new Set(stored === undefined ? [] : variableNames(stored));
  const newlyReferenced = rows.filter((row) => !previousNames.has(textOf(row['name'])));
  const locked =
    newlyReferenced.length === 0
      ? []
      : await variables.repository.within(tx).lockAgainstDelete(newlyReferenced.map(({ id }) => id));
  const deletedIds = new Set(
    newlyReferenced.map(({ id }) => id).filter((id) => !locked.some((row) => row.id === id)),
  );
  const existing = rows.filter(({ id }) => !deletedIds.has(id));
  const values = new Map(existing.map((row) => [textOf(row['name']), textOf(row['value'])]));
  const unresolved = lookedUp.filter((name) => !values.has(name));
  const personFieldNames = await findPersonVariableNames(catalog, tx, unresolved);
  return {
    fillText: (text, maxLength) => fillVariables(text, values, maxLength),
    // Names beyond those that were looked up are assumed to exist.
    isKnownVariable: (name) => values.has(name) || personFieldNames.has(name) || !lookedUp.includes(name),
  };
}
