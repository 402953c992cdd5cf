import { recordTitle } from '../../schemas/model/fields.ts';
import type { EntityModel, EntityRecord, FieldErrors } from '../../schemas/model/types.ts';
import type { Queryable } from '../storage/database.ts';
import { indexesOf } from '../storage/indexes.ts';
import { isId, Parameters } from '../storage/matchSql.ts';
import { columnsOf, literal, tableOf } from '../storage/sql.ts';
import { newId } from './ids.ts';
import { ROW, toData, toRecord, type Row } from './recordShape.ts';
import { RepositoryError, type Use } from './repositoryErrors.ts';
import { conditionsOf, isPreparable, listStatement, type ListQuery } from './repositoryList.ts';
import { usesOf, type UseQuery } from './repositoryUses.ts';
import { createStatement, removeStatement, updateStatement } from './repositoryWrites.ts';

/** Who makes a change; kept on the record and in its history. */
export interface Author {
  id: string;
  name: string;
  /** For the audit log, with the address of the request. */
  username?: string;
  address?: string;
}
export type Draft = Readonly<Record<string, unknown>>;

/** A tab's count goes no further. */
export const COUNTED_AT_MOST = 1000;
const MOST_RETRIES = 5;

/** The stored records of one entity. Every method is one round trip unless it says otherwise. */
export class Repository {
  /** @param db a database, or a transaction to take part in */
  constructor(
    readonly db: Queryable,
    readonly model: EntityModel,
  ) {}

  /** The same repository inside a transaction. */
  within(tx: Queryable): Repository {
    return new Repository(tx, this.model);
  }

  /** One page. @throws RepositoryError UNKNOWN_CURSOR, MALFORMED (a sort that does not exist) */
  async list(query: ListQuery = {}): Promise<EntityRecord[]> {
    const { cursorId } = query;
    if (cursorId !== undefined && !isId(cursorId)) throw unknownCursor(cursorId);
    const parameters = new Parameters();
    const text = listStatement(this.model, query, parameters);
    const rows = await this.db.query<Row & { keep: boolean }>(text, parameters.values, {
      prepare: isPreparable(query),
    });
    if (rows.length === 0 && cursorId !== undefined && !(await this.exists(cursorId)))
      throw unknownCursor(cursorId);
    const records: EntityRecord[] = [];
    const take = query.take ?? 20;
    for (const row of rows) {
      if (row.keep && records.length < take) records.push(toRecord(this.model, row));
    }
    return records;
  }

  /** How many records match: `all`, and one entry for each choice of the field `by`; each up to 1000 and no further. */
  async counts(
    by: string | undefined,
    query: Omit<ListQuery, 'take' | 'skip' | 'cursorId' | 'sort'> = {},
  ): Promise<Record<string, number>> {
    const column = by === undefined ? undefined : columnsOf(this.model).get(by);
    if (by !== undefined && !column?.field?.choices) {
      throw new RepositoryError('MALFORMED', `Records cannot be counted by "${by}": it has no choices`);
    }
    const parameters = new Parameters();
    const conditions = conditionsOf(this.model, query, parameters);
    const values = (column?.field?.choices ?? []).map((choice) => String(choice.value));
    const type = column?.kind === 'number' ? 'float8' : 'text';
    const count = (label: string, extra = ''): string =>
      `(SELECT ${literal(label)} AS value, count(*)::int AS count FROM
        (SELECT 1 FROM ${tableOf(this.model)} WHERE ${conditions}${extra} LIMIT ${COUNTED_AT_MOST}) AS counted)`;
    const text = [
      count('all'),
      ...values.map((value) => count(`=${value}`, ` AND ${column?.value} = ${literal(value)}::${type}`)),
    ].join(' UNION ALL ');
    const rows = await this.db.query<{ value: string; count: number }>(text, parameters.values, {
      prepare: !query.keyword,
    });
    return Object.fromEntries(rows.map((row) => [row.value.replace(/^=/, ''), row.count]));
  }

  async find(id: string): Promise<EntityRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.db.query<Row>(`SELECT ${ROW} FROM ${tableOf(this.model)} WHERE id = $1`, [id]);
    return row && toRecord(this.model, row);
  }

  /** @throws RepositoryError NOT_FOUND */
  async get(id: string): Promise<EntityRecord> {
    const record = await this.find(id);
    if (!record) throw this.notFound();
    return record;
  }

  /** Those that exist, in the order of the ids. */
  async getMany(ids: readonly string[]): Promise<EntityRecord[]> {
    const valid = [...new Set(ids.filter(isId))];
    if (valid.length === 0) return [];
    const rows = await this.db.query<Row>(
      `SELECT ${ROW} FROM ${tableOf(this.model)} WHERE id = ANY($1::uuid[])`,
      [valid],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return valid.flatMap((id) => {
      const row = byId.get(id);
      return row ? [toRecord(this.model, row)] : [];
    });
  }

  async exists(id: string): Promise<boolean> {
    if (!isId(id)) return false;
    return (await this.db.query(`SELECT 1 FROM ${tableOf(this.model)} WHERE id = $1`, [id])).length > 0;
  }

  /**
   * Stores a new record and its history.
   * @param options.id a UUID in lower case, when it must be known before; `options.createdAt` ISO 8601, for imports
   * @throws RepositoryError DUPLICATE (fields), UNSTORABLE (fields)
   */
  async create(
    draft: Draft,
    author?: Author,
    options: { id?: string; createdAt?: string; operation?: string } = {},
  ): Promise<EntityRecord> {
    const id = options.id ?? newId();
    if (!isId(id)) throw new RepositoryError('MALFORMED', `"${String(id)}" is no UUID in lower case`);
    const data = toData(this.model, draft);
    const values = [id, data, options.createdAt ?? null, author?.id ?? null];
    if (this.model.features.history) {
      values.push(...this.note(author, options.operation ?? 'create'));
    }
    const [row] = await this.guard(() => this.db.query<Row>(createStatement(this.model), values));
    if (!row) throw new Error('The engine answered an insert without a row');
    return toRecord(this.model, row);
  }

  /**
   * Replaces the record's own fields, if it still has the version that the draft was made from.
   * @param version left out, the change is made whatever the version
   * @throws RepositoryError STALE (current), NOT_FOUND, DUPLICATE (fields), UNSTORABLE (fields)
   */
  async update(
    id: string,
    draft: Draft,
    version: number | undefined,
    author?: Author,
    operation = 'update',
  ): Promise<EntityRecord> {
    if (!isId(id)) throw this.notFound();
    const values = [id, toData(this.model, draft), version ?? null, author?.id ?? null];
    if (this.model.features.history) values.push(...this.note(author, operation));
    const [row] = await this.guard(() =>
      this.db.query<Row & { done: boolean }>(updateStatement(this.model), values),
    );
    if (!row) throw this.notFound();
    const record = toRecord(this.model, row);
    if (!row.done) throw stale(record);
    return record;
  }

  /** Reads, changes and writes until nobody came in between. @throws RepositoryError as `update` does */
  async modify(
    id: string,
    change: (record: EntityRecord) => Draft,
    author?: Author,
    operation = 'update',
  ): Promise<EntityRecord> {
    for (let attempt = 1; ; attempt++) {
      const record = await this.get(id);
      try {
        return await this.update(id, change(record), record.version, author, operation);
      } catch (error) {
        if (!(error instanceof RepositoryError && error.kind === 'STALE') || attempt === MOST_RETRIES)
          throw error;
      }
    }
  }

  /**
   * Removes the record and gives it as it was.
   * @throws RepositoryError NOT_FOUND, STALE (when `version` is given and old)
   */
  async remove(id: string, author?: Author, version?: number): Promise<EntityRecord> {
    if (!isId(id)) throw this.notFound();
    const values: unknown[] = [id, version ?? null];
    if (this.model.features.history) values.push(author?.id ?? null, ...this.note(author, 'delete'));
    const [row] = await this.db.query<Row & { done: boolean }>(removeStatement(this.model), values);
    if (!row) throw this.notFound();
    const record = toRecord(this.model, row);
    if (!row.done) throw stale(record);
    return record;
  }

  /**
   * Records of any entity that refer to this one, at most 20; one round trip per entity that can.
   * @param models all entities of the product
   */
  async usedBy(id: string, models: readonly EntityModel[]): Promise<Use[]> {
    if (!isId(id)) return [];
    const uses: Use[] = [];
    for (const query of usesOf(this.model.name, id, models)) uses.push(...(await this.usesIn(query)));
    return uses.slice(0, 20);
  }

  private async usesIn({ model, text, values }: UseQuery): Promise<Use[]> {
    const rows = await this.db.query<Row>(text, values);
    return rows.map((row) => ({
      entity: model.name,
      id: row.id,
      title: recordTitle(model, toRecord(model, row)),
    }));
  }

  /** Turns the engine's verdict on uniqueness into the fields it is about. */
  private async guard<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code !== '23505') throw error;
      const plan = indexesOf(this.model).find((index) => index.name === constraint);
      const set = plan?.unique === undefined ? undefined : this.model.unique[plan.unique];
      if (!set)
        throw new RepositoryError('DUPLICATE', `${this.model.title} exists already`, {
          fields: { '/id': 'This id exists already' },
        });
      const fields: FieldErrors = Object.fromEntries(set.fields.map((name) => [`/${name}`, set.message]));
      throw new RepositoryError('DUPLICATE', set.message, { fields });
    }
  }

  /** Parameters of the line in the history. */
  private note(author: Author | undefined, operation: string): (string | null)[] {
    const { name = null, username = null, address = null } = author ?? {};
    return [newId(), this.model.name, name, operation, username, address];
  }

  private notFound(): RepositoryError {
    return new RepositoryError('NOT_FOUND', `${this.model.title} not found`);
  }
}

function stale(current: EntityRecord): RepositoryError {
  return new RepositoryError('STALE', 'The record was changed in the meantime', { current });
}

function unknownCursor(cursorId: string): RepositoryError {
  return new RepositoryError(
    'UNKNOWN_CURSOR',
    `There is no record ${JSON.stringify(cursorId.slice(0, 80))} to start from`,
  );
}
