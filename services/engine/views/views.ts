import type { ListView } from '../../../schemas/model/responses.ts';
import { ApiError, forbidden, invalid, notFound } from '../http/errors.ts';
import { isStorable } from '../http/bodies.ts';
import { newId } from '../resources/ids.ts';
import type { Caller } from '../resources/write/actor.ts';
import { requireObject, requireVersion, rejectUnknownFields } from '../resources/write/validateRecord.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Per person. */
const MAX_VIEWS_PER_LIST = 50;
const MAX_NAME_CHARS = 60;
/** Of the query part of the list's address. */
const MAX_QUERY_CHARS = 2000;
/** Of a person's preferences for one list, as JSON. */
const MAX_PREFERENCE_CHARS = 10_000;

interface Row extends Omit<ListView, 'mayChange' | 'owner'> {
  owner_id: string;
  owner_name: string;
}
const COLUMNS = 'id, name, query, shared, owner_id, owner_name, version';

export interface ViewCaller {
  user: Caller['user'];
  /** May change shared views of others: people who may update the workspace. */
  mayChangeShared: boolean;
}

const mayChange = ({ user, mayChangeShared }: ViewCaller, row: Row): boolean =>
  row.owner_id === user.id || (row.shared && mayChangeShared);

const toListView = (caller: ViewCaller, row: Row): ListView => {
  const { owner_id: _, owner_name: owner, ...view } = row;
  return { ...view, owner, mayChange: mayChange(caller, row) };
};

/** Saved views of lists. Anybody who may read an entity may have views of its list. */
export class Views {
  constructor(private readonly db: Database) {}

  /** The person's own views and shared ones, sorted by name, and the person's preferences. */
  async list(entity: string, caller: ViewCaller): Promise<{ views: ListView[]; preference: object }> {
    const rows = await this.db.query<Row>(
      `SELECT ${COLUMNS} FROM list_view WHERE entity = $1 AND (owner_id = $2 OR shared) ORDER BY record_order(name) COLLATE "C", id LIMIT 500`,
      [entity, caller.user.id],
    );
    const [storedView] = await this.db.query<{ value: object }>(
      'SELECT value FROM list_preference WHERE entity = $1 AND owner_id = $2',
      [entity, caller.user.id],
    );
    return { views: rows.map((row) => toListView(caller, row)), preference: storedView?.value ?? {} };
  }

  async create(entity: string, caller: ViewCaller, body: unknown): Promise<ListView> {
    const { name, query, shared } = parseView(body, { name: '', query: '', shared: false });
    const { user } = caller;
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('list_view ' || $1, 0))`, [user.id]);
      const own = await tx.query<{ name: string }>(
        'SELECT name FROM list_view WHERE entity = $1 AND owner_id = $2',
        [entity, user.id],
      );
      if (own.length >= MAX_VIEWS_PER_LIST)
        throw invalid({ '': t('At most %{most} views can be kept of a list', { most: MAX_VIEWS_PER_LIST }) });
      assertNameAvailable(own, name);
      const [row] = await tx.query<Row>(
        `INSERT INTO list_view (id, entity, owner_id, owner_name, name, query, shared)
         VALUES ($1::uuid, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
        [newId(), entity, user.id, user.name || user.username, name, query, shared],
      );
      if (!row) throw notFound();
      return toListView(caller, row);
    });
  }

  /** @throws ApiError 403, 404, 409 for an old version, 422 */
  async update(entity: string, caller: ViewCaller, id: string, body: unknown): Promise<ListView> {
    const { version: from, ...sent } = requireObject(body);
    const version = requireVersion(from);
    return this.db.transaction(async (tx) => {
      const stored = await this.lockEditable(tx, entity, caller, id);
      if (stored.version !== version)
        throw new ApiError(
          409,
          'STALE',
          t('The view “%{name}” was changed in the meantime', { name: stored.name }),
        );
      const { name, query, shared } = parseView(sent, stored);
      const others = await tx.query<{ name: string }>(
        'SELECT name FROM list_view WHERE entity = $1 AND owner_id = $2 AND id <> $3::uuid',
        [entity, stored.owner_id, stored.id],
      );
      assertNameAvailable(others, name);
      const [row] = await tx.query<Row>(
        `UPDATE list_view SET name = $2, query = $3, shared = $4, version = version + 1 WHERE id = $1::uuid
         RETURNING ${COLUMNS}`,
        [stored.id, name, query, shared],
      );
      if (!row) throw notFound();
      return toListView(caller, row);
    });
  }

  /** @throws ApiError 403, 404 */
  async remove(entity: string, caller: ViewCaller, id: string): Promise<ListView> {
    return this.db.transaction(async (tx) => {
      const stored = await this.lockEditable(tx, entity, caller, id);
      await tx.query('DELETE FROM list_view WHERE id = $1::uuid', [stored.id]);
      return toListView(caller, stored);
    });
  }

  /** Stores a person's preferences for a list; only the console interprets them. @throws ApiError 413 */
  async setPreference(entity: string, { user }: ViewCaller, body: unknown): Promise<object> {
    const value = JSON.stringify(requireObject(body));
    if (value.length > MAX_PREFERENCE_CHARS)
      throw new ApiError(413, 'TOO_LARGE', t('Preferences of a list are short'));
    await this.db.query(
      `INSERT INTO list_preference (entity, owner_id, value) VALUES ($1, $2, $3::jsonb)
       ON CONFLICT (owner_id, entity) DO UPDATE SET value = excluded.value`,
      [entity, user.id, value],
    );
    return requireObject(body);
  }

  /** Locks a view. @throws ApiError 404 if it is not visible to the person, 403 if the person may not change it */
  private async lockEditable(tx: Queryable, entity: string, caller: ViewCaller, id: string): Promise<Row> {
    const [row] = await tx.query<Row>(
      `SELECT ${COLUMNS} FROM list_view WHERE id::text = $1 AND entity = $2 AND (owner_id = $3 OR shared) FOR UPDATE`,
      [id, entity, caller.user.id],
    );
    if (!row) throw notFound(t('View not found'));
    if (!mayChange(caller, row)) throw forbidden();
    return row;
  }
}

function assertNameAvailable(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new ApiError(409, 'DUPLICATE', t('A view of this name exists already'), {
      fields: { '/name': t('A view of this name exists already') },
    });
}

/** Merges a request's body with the stored view. @throws ApiError 422 */
function parseView(body: unknown, stored: Pick<ListView, 'name' | 'query' | 'shared'>) {
  const { name = stored.name, query = stored.query, shared = stored.shared, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '') throw invalid({ '/name': t('Name is required') });
  if (text.length > MAX_NAME_CHARS || !isStorable(text))
    throw invalid({
      '/name': t('Name must be less than %{maxName} characters', { maxName: MAX_NAME_CHARS }),
    });
  if (typeof query !== 'string' || query.length > MAX_QUERY_CHARS || !isStorable(query))
    throw invalid({
      '/query': t('A query of at most %{maxQuery} characters is expected', { maxQuery: MAX_QUERY_CHARS }),
    });
  if (typeof shared !== 'boolean') throw invalid({ '/shared': t('Shared must be true or false') });
  return { name: text, query, shared };
}
