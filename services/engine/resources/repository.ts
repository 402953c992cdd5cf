import type { EntityModel, EntityRecord } from '../../../schemas/model/types.ts';
import type { Queryable } from '../storage/database.ts';
import { rowsCondition, rowCondition } from '../storage/events/rows.ts';
import { lockTargetSql, recordSourceSql } from '../storage/liveFields.ts';
import { isId, Parameters } from '../storage/matchSql.ts';
import { columnsOf, quoteLiteral, quotedTableName } from '../storage/sql.ts';
import { cachedStatementText } from './statementTextCache.ts';
import { rowColumns, toRecord, type Row } from './recordShape.ts';
import { RepositoryError } from '../storage/repositoryErrors.ts';
import {
  bulkyFields,
  idStatement,
  isPreparable,
  pageStatement,
  matchingRows,
  type ListQuery,
} from './repositoryList.ts';
import { isTooShortForIndex } from './search.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The author of a change; stored with the record and in its history. */
export interface Author {
  id: string;
  name: string;
  /** For the audit log, with the address of the request. */
  username?: string;
  address?: string;
}

/** Counts of tabs stop here. */
export const MAX_TAB_COUNT = 1000;

/** The filter and sort of a list, without its page. */
export type ListFilter = Omit<ListQuery, 'take' | 'skip' | 'cursorId' | 'brief'>;

/** Reads the stored records of one entity. Every method is one round trip unless it says otherwise. */
export class Repository<T = unknown> {
  /** @param db a database, or a transaction to take part in */
  constructor(
    readonly db: Queryable,
    readonly model: EntityModel,
  ) {}

  /** The same repository inside a transaction. */
  within(tx: Queryable): Repository<T> {
    return new Repository<T>(tx, this.model);
  }

  /** One page. @throws RepositoryError UNKNOWN_CURSOR, MALFORMED (a sort that does not exist) */
  async list(query: ListQuery = {}): Promise<(T & EntityRecord)[]> {
    const { cursorId } = query;
    if (cursorId !== undefined && !isId(cursorId)) throw unknownCursor(cursorId);
    const parameters = new Parameters();
    const text = pageStatement(this.model, query, parameters);
    const rows = await this.db.query<Row & { is_kept: boolean }>(text, parameters.values, {
      prepare: isPreparable(query),
    });
    if (rows.length === 0 && cursorId !== undefined && !(await this.exists(cursorId)))
      throw unknownCursor(cursorId);
    const records: (T & EntityRecord)[] = [];
    const take = query.take ?? 20;
    for (const row of rows) {
      if (row.is_kept && records.length < take) records.push(this.record(row));
    }
    // `toRecord` has set defaults for the fields that were not selected.
    if (query.brief)
      for (const name of bulkyFields(this.model))
        for (const record of records) if (name in record) Reflect.deleteProperty(record, name);
    return records;
  }

  /** Counts matching records: `all`, and one entry for each choice of the field `by`; each up to 1000. */
  async counts(
    by: string | undefined,
    query: Omit<ListFilter, 'sort'> = {},
  ): Promise<Record<string, number>> {
    const column = by === undefined ? undefined : columnsOf(this.model).get(by);
    if (by !== undefined && !column?.field?.choices) {
      throw new RepositoryError(
        'MALFORMED',
        t('Records cannot be counted by "%{by}": it has no choices', { by }),
      );
    }
    const parameters = new Parameters();
    // Materialized for short keywords, which scan many rows: once for all counts.
    const found = `SELECT ${column?.value ?? 'NULL'} AS value FROM ${matchingRows(this.model, query, parameters)}`;
    const source = isTooShortForIndex(query.keyword) ? 'found' : `(${found}) AS found`;
    const values = (column?.field?.choices ?? []).map((choice) => String(choice.value));
    const type = column?.kind === 'number' ? 'float8' : 'text';
    const count = (label: string, extra = ''): string =>
      `(SELECT ${quoteLiteral(label)} AS value, count(*)::int AS count FROM
        (SELECT 1 FROM ${source}${extra} LIMIT ${MAX_TAB_COUNT}) AS counted)`;
    const text = [
      count('all'),
      ...values.map((value) => count(`=${value}`, ` WHERE value = ${quoteLiteral(value)}::${type}`)),
    ].join(' UNION ALL ');
    const counted = source === 'found' ? `WITH found AS MATERIALIZED (${found}) ${text}` : text;
    const rows = await this.db.query<{ value: string; count: number }>(counted, parameters.values, {
      prepare: !query.keyword,
    });
    return Object.fromEntries(rows.map((row) => [row.value.replace(/^=/, ''), row.count]));
  }

  /** The choices of a field that some record has. One EXISTS for each choice, so that indexes are used. */
  async choicesInUse(name: string): Promise<unknown[]> {
    const { value, field } = columnsOf(this.model).get(name) ?? {};
    const choices = field?.choices ?? [];
    if (value === undefined || choices.length === 0) return [];
    const type = field?.type === 'number' ? 'float8' : 'text';
    const text = choices
      .map((choice, index) => {
        const matchingRow = `SELECT 1 FROM ${recordSourceSql(this.model)} WHERE ${value} = ${quoteLiteral(String(choice.value))}::${type}`;
        return `SELECT ${index} AS index WHERE EXISTS (${matchingRow})`;
      })
      .join(' UNION ALL ');
    const rows = await this.db.query<{ index: number }>(text);
    return rows.map(({ index }) => choices[index]?.value);
  }

  /** Counts all matching records: slow, so only on demand. */
  async count(query: ListFilter = {}): Promise<number> {
    const parameters = new Parameters();
    const text = `SELECT count(*)::int AS count FROM ${matchingRows(this.model, query, parameters)}`;
    const [row] = await this.db.query<{ count: number }>(text, parameters.values, { prepare: false });
    return row?.count ?? 0;
  }

  /** Ids and versions of matching records, in the list's order. */
  async ids(query: ListFilter, limit: number): Promise<{ id: string; version: number }[]> {
    const parameters = new Parameters();
    return this.db.query(idStatement(this.model, query, parameters, limit), parameters.values, {
      prepare: false,
    });
  }

  async find(id: string): Promise<(T & EntityRecord) | undefined> {
    if (!isId(id)) return undefined;
    const parameters = new Parameters();
    const condition = rowCondition(this.model, id, parameters);
    const text = cachedStatementText(
      this.model,
      condition,
      () => `SELECT ${rowColumns(this.model)} FROM ${recordSourceSql(this.model)} WHERE ${condition}`,
    );
    const [row] = await this.db.query<Row>(text, parameters.values);
    return row && this.record(row);
  }

  /** @throws RepositoryError NOT_FOUND */
  async get(id: string): Promise<T & EntityRecord> {
    const record = await this.find(id);
    if (!record) throw this.notFound();
    return record;
  }

  /** The existing records, in the order of the ids. */
  async getMany(ids: readonly string[]): Promise<(T & EntityRecord)[]> {
    const valid = [...new Set(ids.filter(isId))];
    if (valid.length === 0) return [];
    const parameters = new Parameters();
    const text = `SELECT ${rowColumns(this.model)} FROM ${recordSourceSql(this.model)} WHERE ${rowsCondition(this.model, valid, parameters)}`;
    const rows = await this.db.query<Row>(text, parameters.values);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return valid.flatMap((id) => {
      const row = byId.get(id);
      return row ? [this.record(row)] : [];
    });
  }

  async exists(id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const parameters = new Parameters();
    const text = `SELECT 1 FROM ${quotedTableName(this.model)} WHERE ${rowCondition(this.model, id, parameters)}`;
    return (await this.db.query(text, parameters.values)).length > 0;
  }

  /**
   * Locks the record against other changes until the transaction ends. With `change`, others may still add references to
   * it; with `delete` they may not.
   */
  async lock(id: string, purpose: 'change' | 'delete'): Promise<(T & EntityRecord) | undefined> {
    if (!isId(id)) return undefined;
    const strength = purpose === 'delete' ? 'FOR UPDATE' : 'FOR NO KEY UPDATE';
    const table = quotedTableName(this.model);
    const source = recordSourceSql(this.model);
    // Live fields are in another table: a statement that waits for the lock would read their old values.
    if (source !== table) await this.db.query(`SELECT 1 FROM ${table} WHERE id = $1 ${strength}`, [id]);
    const [row] = await this.db.query<Row>(
      `SELECT ${rowColumns(this.model)} FROM ${source} WHERE id = $1 ${strength}${lockTargetSql(this.model)}`,
      [id],
    );
    return row && this.record(row);
  }

  /** Locks the existing records against deletion until the transaction ends. */
  async lockAgainstDelete(ids: readonly string[]): Promise<(T & EntityRecord)[]> {
    const valid = [...new Set(ids.filter(isId))];
    if (valid.length === 0) return [];
    // Always in the same order, against deadlocks.
    const rows = await this.db.query<Row>(
      `SELECT ${rowColumns(this.model)} FROM ${recordSourceSql(this.model)} WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE${lockTargetSql(this.model)}`,
      [valid],
    );
    return rows.map((row) => this.record(row));
  }

  private record(row: Row): T & EntityRecord {
    return toRecord(this.model, row) as T & EntityRecord;
  }

  protected notFound(): RepositoryError {
    return new RepositoryError('NOT_FOUND', t('%{title} not found', { title: t(this.model.title) }));
  }
}

function unknownCursor(cursorId: string): RepositoryError {
  return new RepositoryError(
    'UNKNOWN_CURSOR',
    t('There is no record %{cursorId} to start from', { cursorId: JSON.stringify(cursorId.slice(0, 80)) }),
  );
}
