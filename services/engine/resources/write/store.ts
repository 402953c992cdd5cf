import type { ConfirmedWarning } from '../../../../schemas/model/responses.ts';
import type { EntityRecord, FieldErrors } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../storage/database.ts';
import { liveValuesIn } from '../../storage/liveFields.ts';
import { indexesOf } from '../../storage/indexes.ts';
import { referenceRows } from '../../storage/referenceIndex.ts';
import { isId } from '../../storage/matchSql.ts';
import { newId } from '../ids.ts';
import { toData, toRecord, type Row } from '../recordShape.ts';
import { Repository, type Author } from '../repository.ts';
import { RepositoryError, staleError } from '../../storage/repositoryErrors.ts';
import { statementsOf, type Parameters, type Statement } from './statements.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export type Draft = Readonly<Record<string, unknown>>;

/**
 * Writes rows without validation, so only `Records` may use it (enforced by lint); all other code uses `records()`.
 */
export class Store extends Repository {
  override within(tx: Queryable): Store {
    return new Store(tx, this.model);
  }

  /**
   * Stores a new record, its history and its references.
   * @param options.id a UUID in lower case, when it must be known before; `options.createdAt` ISO 8601
   * @throws RepositoryError DUPLICATE (fields), UNSTORABLE (fields), TOO_LARGE
   */
  async create(
    draft: Draft,
    author?: Author,
    {
      id = newId(),
      createdAt,
      operation = 'create',
    }: { id?: string; createdAt?: string; operation?: string } = {},
  ): Promise<EntityRecord> {
    if (!isId(id))
      throw new RepositoryError('MALFORMED', t('"%{id}" is no UUID in lower case', { id: String(id) }));
    const [row] = await this.write<Row>(statementsOf(this.model).create, {
      ...this.parameters(id, draft, author, operation),
      createdAt: createdAt ?? null,
    });
    if (!row) throw new Error('The insert returned no row');
    return toRecord(this.model, row);
  }

  /**
   * Stores several new records by one statement, all or nothing; returns them in the same order.
   * @throws RepositoryError as `create` does
   */
  async createAll(
    drafts: readonly { id: string; draft: Draft }[],
    author?: Author,
    { createdAt, operation = 'create' }: { createdAt?: string; operation?: string } = {},
  ): Promise<EntityRecord[]> {
    const invalid = drafts.find(({ id }) => !isId(id));
    if (invalid)
      throw new RepositoryError('MALFORMED', t('"%{id}" is no UUID in lower case', { id: invalid.id }));
    const parametersByRow = drafts.map(({ id, draft }) => this.parameters(id, draft, author, operation));
    const [first] = parametersByRow;
    if (!first) return [];
    // Concatenated, as the parts are JSON already: parsing them would be slower.
    const rows = parametersByRow.map(
      ({ id, data, liveValues, referenceRows: references, historyId }) =>
        `{"id":"${id}","data":${data},"facts":${liveValues},"reference_rows":${references},"history":"${historyId}"}`,
    );
    const rowsMade = await this.write<Row>(statementsOf(this.model).createAll, {
      ...first,
      rows: `[${rows.join()}]`,
      createdAt: createdAt ?? null,
    });
    const byId = new Map(rowsMade.map((row) => [row.id, toRecord(this.model, row)]));
    return drafts.map(({ id }) => byId.get(id) as EntityRecord);
  }

  /**
   * Replaces the record's fields, if it still has the version that the draft was made from.
   * @param version undefined for any version
   * @throws RepositoryError STALE (current), NOT_FOUND, DUPLICATE (fields), UNSTORABLE (fields), TOO_LARGE
   */
  async update(
    id: string,
    draft: Draft,
    version: number | undefined,
    author?: Author,
    { operation = 'update', confirmed }: { operation?: string; confirmed?: readonly ConfirmedWarning[] } = {},
  ): Promise<EntityRecord> {
    const statement = statementsOf(this.model).update;
    return this.writeVersioned(id, version, statement, draft, author, operation, { confirmed });
  }

  /**
   * Deletes the record and returns its last state.
   * @param options.cause the record whose deletion causes this one
   * @throws RepositoryError NOT_FOUND, STALE (when `version` is given and old)
   */
  async remove(
    id: string,
    author?: Author,
    { version, cause }: { version?: number; cause?: string } = {},
  ): Promise<EntityRecord> {
    return this.writeVersioned(id, version, statementsOf(this.model).remove, {}, author, 'delete', { cause });
  }

  private async writeVersioned(
    id: string,
    version: number | undefined,
    statement: Statement,
    draft: Draft,
    author: Author | undefined,
    operation: string,
    { cause, confirmed = [] }: { cause?: string; confirmed?: readonly ConfirmedWarning[] } = {},
  ): Promise<EntityRecord> {
    if (!isId(id)) throw this.notFound();
    const parameters = this.parameters(id, draft, author, operation);
    const [row] = await this.write<Row & { done: boolean }>(statement, {
      ...parameters,
      version: version ?? null,
      cause: cause ?? null,
      confirmed: confirmed.length > 0 ? JSON.stringify(confirmed) : null,
    });
    if (!row) throw this.notFound();
    const record = toRecord(this.model, row);
    if (!row.done) throw staleError(record);
    return record;
  }

  private parameters(id: string, draft: Draft, author: Author | undefined, operation: string): Parameters {
    return {
      id,
      data: toData(this.model, draft),
      liveValues: JSON.stringify(liveValuesIn(this.model, draft)),
      referenceRows: referenceRows(this.model, draft),
      rows: '[]',
      createdAt: null,
      version: null,
      historyId: newId(),
      cause: null,
      entity: this.model.name,
      operation,
      authorId: author?.id ?? null,
      authorName: author?.name ?? null,
      username: author?.username ?? null,
      address: author?.address ?? null,
      confirmed: null,
    };
  }

  /** Runs a statement; converts a violated unique index to DUPLICATE with the fields of the index. */
  private async write<T>({ text, order }: Statement, parameters: Parameters): Promise<T[]> {
    try {
      return await this.db.query<T>(
        text,
        order.map((name) => parameters[name]),
      );
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code !== '23505') throw error;
      throw this.duplicate(constraint);
    }
  }

  private duplicate(constraint: string | undefined): Error {
    const plan = indexesOf(this.model).find((index) => index.name === constraint);
    if (plan?.violation?.isRetryable)
      return Object.assign(new Error(plan.violation.message), { retryable: true });
    const { fields, message } = plan?.violation ?? {
      fields: [],
      message: t('%{title} exists already', { title: t(this.model.title) }),
    };
    const errors: FieldErrors = Object.fromEntries(fields.map((name) => [`/${name}`, message]));
    return new RepositoryError('DUPLICATE', message, {
      fields: plan?.violation ? errors : { '/id': t('This id exists already') },
    });
  }
}
