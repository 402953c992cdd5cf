import type { EntityModel, ExclusiveModel, FieldModel } from '../../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { exclusiveKeys, uniqueKeys } from './indexes.ts';
import { isNarrower, losesChoices, storedKind } from './narrowing.ts';
import { findInvalidRows } from './refusedRows.ts';
import { isRetired } from './retiring.ts';
import { quoteLiteral, quotedTableName } from './sql.ts';
import { shapeOf, type ShapeField, type StoredShape } from './storedShape.ts';

/**
 * Finds stored rows that a changed schema would lose or invalidate. Queries only about what changed.
 * @param isRollback from a newer version: its values stay, even where these rules do not allow them
 * @returns one line per problem with entity, field, number of rows and what to do
 */
export async function breakingChanges(
  tx: Queryable,
  before: StoredShape,
  model: EntityModel,
  isRollback = false,
): Promise<string[]> {
  const change = new SchemaChangeCheck(tx, model, isRollback);
  const problems: (string | undefined)[] = [];
  for (const old of before.fields) {
    const field = model.fields.find((one) => one.name === old.name);
    if (field) problems.push(await change.changed(old, field));
    // Values that a rollback left behind are kept for the newer version.
    else if (!isRollback && !old.left && !isRetired(model, old.name))
      problems.push(await change.removed(old));
  }
  for (const field of model.fields) {
    if (!before.fields.some((old) => old.name === field.name)) problems.push(await change.required(field));
  }
  for (const set of model.unique) {
    const known = before.unique.some((fields) => fields.join() === set.fields.join());
    if (!known) problems.push(await change.unique(set.fields));
  }
  for (const rule of model.exclusive) problems.push(await change.exclusive(rule));
  if (model.single === 'workspace') problems.push(await change.single());
  return problems.filter((problem) => problem !== undefined);
}

class SchemaChangeCheck {
  constructor(
    private readonly tx: Queryable,
    private readonly model: EntityModel,
    private readonly isRollback: boolean,
  ) {}

  async removed(old: ShapeField): Promise<string | undefined> {
    if (old.constant !== undefined) return undefined;
    const count = await this.count(hasValueSql(old.name));
    if (count === 0) return undefined;
    return this.problem(
      old.name,
      `was removed, but ${rows(count)} still a value: put the field back, retire it with "retired", or clear it in those rows first`,
    );
  }

  async changed(old: ShapeField, field: FieldModel): Promise<string | undefined> {
    const shape = shapeOf(field);
    if (storedKind(old) !== storedKind(shape)) {
      const count = await this.count(hasValueSql(field.name));
      if (count > 0) {
        return this.problem(
          field.name,
          `changed from ${old.type} to ${field.type}, but ${rows(count)} values of the old type: keep the type, or add a new field instead`,
        );
      }
    }
    if (this.isRollback) return undefined;
    const nowRequired = field.required && (!old.required || old.retired || old.default !== undefined);
    const missing = nowRequired ? await this.required(field) : undefined;
    if (missing) return missing;
    if (!isNarrower(old, shape)) return undefined;
    const invalid = await findInvalidRows(this.tx, this.model, field, old);
    if (!invalid) return undefined;
    return this.problem(
      field.name,
      `is narrower now, but ${rows(invalid.count)} values that it refuses (record ${invalid.id}: ${invalid.message}): widen the rule, or correct those rows first${losesChoices(old, shape) ? ' ("retiredChoices" says what they become)' : ''}`,
    );
  }

  /** Rows without a value of a field that is required now. */
  async required(field: FieldModel): Promise<string | undefined> {
    if (!field.required || field.visibleWhen) return undefined;
    if ((field.constant ?? field.default) !== undefined) return undefined;
    const count = await this.count(`NOT ${hasValueSql(field.name)}`);
    if (count === 0) return undefined;
    return this.problem(
      field.name,
      `is required and has no default, but ${count === 1 ? '1 row lacks' : `${count} rows lack`} it: give it a default, or make it optional`,
    );
  }

  async unique(fields: string[]): Promise<string | undefined> {
    const { keys, where } = uniqueKeys(this.model, fields);
    const [found] = await this.tx.query<{ count: number }>(
      `SELECT coalesce(sum(same), 0)::int AS count FROM (
         SELECT count(*) AS same FROM ${quotedTableName(this.model)} WHERE ${where} GROUP BY ${keys.join(', ')} HAVING count(*) > 1) AS sets`,
      [],
      { prepare: false },
    );
    const count = found?.count ?? 0;
    if (count === 0) return undefined;
    return this.problem(
      fields.join('" and "'),
      `must be unique now, but ${rows(count)} values that occur more than once: change those rows first`,
    );
  }

  /** Records that share an exclusive field, which its index does not allow. */
  async exclusive(rule: ExclusiveModel): Promise<string | undefined> {
    const { keys, where } = exclusiveKeys(this.model, rule);
    const groups = keys.length > 0 ? ` GROUP BY ${keys.join(', ')}` : '';
    const [found] = await this.tx.query<{ count: number }>(
      `SELECT coalesce(sum(same), 0)::int AS count FROM (
         SELECT count(*) AS same FROM ${quotedTableName(this.model)} WHERE ${where}${groups} HAVING count(*) > 1) AS sets`,
      [],
      { prepare: false },
    );
    const count = found?.count ?? 0;
    if (count === 0) return undefined;
    return this.problem(
      rule.field,
      `may be true once now${rule.within.length > 0 ? ` in each ${rule.within.join(' and ')}` : ''}, but ${count} rows have it: leave it to one of them first`,
    );
  }

  async single(): Promise<string | undefined> {
    const count = await this.count('true');
    if (count < 2) return undefined;
    return `Entity "${this.model.name}": is single now, but ${count} rows are stored: delete all but one first.`;
  }

  private async count(condition: string): Promise<number> {
    const [found] = await this.tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${quotedTableName(this.model)} WHERE ${condition}`,
      [],
      { prepare: false },
    );
    return found?.count ?? 0;
  }

  private problem(field: string, what: string): string {
    return `Entity "${this.model.name}": field "${field}" ${what}.`;
  }
}

function hasValueSql(name: string): string {
  return `(coalesce(data -> ${quoteLiteral(name)}, 'null') NOT IN ('null', '""', '[]', '{}'))`;
}

function rows(count: number): string {
  return count === 1 ? '1 row holds' : `${count} rows hold`;
}
