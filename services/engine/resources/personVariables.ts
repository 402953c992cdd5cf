import {
  freeVariableFields,
  personVariables,
  variablesOfPerson,
} from '../../../schemas/model/personVariables.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Queryable } from '../storage/database.ts';
import { isStorable, Parameters } from '../storage/matchSql.ts';
import { columnsOf, quotedTableName } from '../storage/sql.ts';
import type { Catalog } from './catalog.ts';

/** The newest people, whose custom fields are suggested as variables. */
const MAX_SAMPLED_PEOPLE = 2_000;

/** The values of a person's variables by name; empty if the product has no recipients. */
export function personVariableValues(
  catalog: Pick<Catalog, 'resourceWithRole'>,
  person: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const recipients = catalog.resourceWithRole('recipients');
  return recipients ? variablesOfPerson(recipients.model, person) : new Map();
}

/** The variable names that stand for a field of a recipient: a fixed field, or a custom field that some person has. */
export async function findPersonVariableNames(
  catalog: Pick<Catalog, 'resourceWithRole'>,
  tx: Queryable,
  names: readonly string[],
): Promise<Set<string>> {
  const model = catalog.resourceWithRole('recipients')?.model;
  if (!model || names.length === 0) return new Set();
  const fixed = new Set(personVariables(model).map(({ name }) => name));
  const found = names.filter((name) => fixed.has(name));
  const open = names.filter((name) => !fixed.has(name) && isStorable(name));
  return new Set([...found, ...(open.length > 0 ? await findOpenNames(tx, model, open) : [])]);
}

async function findOpenNames(tx: Queryable, model: EntityModel, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const field of freeVariableFields(model)) {
    const column = columnsOf(model).get(field.name)?.value ?? 'NULL::jsonb';
    const rows = await tx.query<{ name: string }>(
      `SELECT DISTINCT name FROM ${quotedTableName(model)} CROSS JOIN LATERAL jsonb_object_keys(${column}) AS name
       WHERE ${column} ?| $1::text[] AND name = ANY($1::text[])`,
      [names],
    );
    found.push(...rows.map(({ name }) => name));
  }
  return found;
}

/** Names of custom fields that contain the keyword, the most used among the newest people first. */
export async function listOpenNames(
  catalog: Pick<Catalog, 'resourceWithRole'>,
  db: Queryable,
  keyword: string,
  take: number,
): Promise<string[]> {
  const model = catalog.resourceWithRole('recipients')?.model;
  const found: string[] = [];
  for (const field of model ? freeVariableFields(model) : []) {
    const column = columnsOf(model as EntityModel).get(field.name)?.value ?? 'NULL::jsonb';
    const values = new Parameters();
    const rows = await db.query<{ name: string }>(
      `SELECT name FROM (SELECT ${column} AS own FROM ${quotedTableName(model as EntityModel)}
         ORDER BY created_at DESC LIMIT ${MAX_SAMPLED_PEOPLE}) AS newest
         CROSS JOIN LATERAL jsonb_object_keys(own) AS name
       WHERE strpos(lower(name), lower(${values.add(keyword)}::text)) > 0 AND name ~ '^[A-Za-z0-9_-]+$'
       GROUP BY name ORDER BY count(*) DESC, name LIMIT ${values.add(take)}::int`,
      values.values,
    );
    found.push(...rows.map(({ name }) => name));
  }
  return found;
}
