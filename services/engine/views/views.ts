import type { ListView } from '../../../schemas/model/responses.ts';
import { ApiError, forbidden, invalid, notFound } from '../http/errors.ts';
import { isStorable } from '../http/bodies.ts';
import { newId } from '../resources/ids.ts';
import type { Caller } from '../resources/write/actor.ts';
import { requireObject, requireVersion, rejectUnknownFields } from '../resources/write/validateRecord.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Views that one person keeps of one list. */
const MOST = 50;
const MAX_NAME = 60;
/** Characters of an address's query. */
const MAX_QUERY = 2000;
/** Characters of what a person prefers of one list, as JSON. */
const MAX_PREFERENCE = 10_000;

interface Row extends Omit<ListView, 'mayChange' | 'owner'> {
  owner_id: string;
  owner_name: string;
}
const COLUMNS = 'id, name, query, shared, owner_id, owner_name, version';

/** Who asks for views. */
export interface ViewCaller {
  user: Caller['user'];
  /** Whether the person may change what others share: whoever may change the workspace. */
  mayChangeShared: boolean;
}

const mayChange = ({ user, mayChangeShared }: ViewCaller, row: Row): boolean =>
  row.owner_id === user.id || (row.shared && mayChangeShared);

const shown = (caller: ViewCaller, row: Row): ListView => {
  const { owner_id: _, owner_name: owner, ...view } = row;
  return { ...view, owner, mayChange: mayChange(caller, row) };
};

/** The kept states of one entity's list; who may read the records may have views of them. */
export class Views {
  constructor(private readonly db: Database) {}

  /** The person's own and those that others share, by name; and what the person prefers. */
  async list(entity: string, caller: ViewCaller): Promise<{ views: ListView[]; preference: object }> {
    const rows = await this.db.query<Row>(
      `SELECT ${COLUMNS} FROM list_view WHERE entity = $1 AND (owner_id = $2 OR shared) ORDER BY record_order(name) COLLATE "C", id LIMIT 500`,
      [entity, caller.user.id],
    );
    const [kept] = await this.db.query<{ value: object }>(
      'SELECT value FROM list_preference WHERE entity = $1 AND owner_id = $2',
      [entity, caller.user.id],
    );
    return { views: rows.map((row) => shown(caller, row)), preference: kept?.value ?? {} };
  }

  async create(entity: string, caller: ViewCaller, body: unknown): Promise<ListView> {
    const { name, query, shared } = read(body, { name: '', query: '', shared: false });
    const { user } = caller;
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('list_view ' || $1, 0))`, [user.id]);
      const own = await tx.query<{ name: string }>(
        'SELECT name FROM list_view WHERE entity = $1 AND owner_id = $2',
        [entity, user.id],
      );
      if (own.length >= MOST)
        throw invalid({ '': t('At most %{most} views can be kept of a list', { most: MOST }) });
      refuseTaken(own, name);
      const [row] = await tx.query<Row>(
        `INSERT INTO list_view (id, entity, owner_id, owner_name, name, query, shared)
         VALUES ($1::uuid, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
        [newId(), entity, user.id, user.name || user.username, name, query, shared],
      );
      if (!row) throw notFound();
      return shown(caller, row);
    });
  }

  /** @throws ApiError 403, 404, 409 for an old version, 422 */
  async change(entity: string, caller: ViewCaller, id: string, body: unknown): Promise<ListView> {
    const { version: from, ...sent } = requireObject(body);
    const version = requireVersion(from);
    return this.db.transaction(async (tx) => {
      const stored = await this.lock(tx, entity, caller, id);
      if (stored.version !== version)
        throw new ApiError(
          409,
          'STALE',
          t('The view “%{name}” was changed in the meantime', { name: stored.name }),
        );
      const { name, query, shared } = read(sent, stored);
      const others = await tx.query<{ name: string }>(
        'SELECT name FROM list_view WHERE entity = $1 AND owner_id = $2 AND id <> $3::uuid',
        [entity, stored.owner_id, stored.id],
      );
      refuseTaken(others, name);
      const [row] = await tx.query<Row>(
        `UPDATE list_view SET name = $2, query = $3, shared = $4, version = version + 1 WHERE id = $1::uuid
         RETURNING ${COLUMNS}`,
        [stored.id, name, query, shared],
      );
      if (!row) throw notFound();
      return shown(caller, row);
    });
  }

  /** @throws ApiError 403, 404 */
  async remove(entity: string, caller: ViewCaller, id: string): Promise<ListView> {
    return this.db.transaction(async (tx) => {
      const stored = await this.lock(tx, entity, caller, id);
      await tx.query('DELETE FROM list_view WHERE id = $1::uuid', [stored.id]);
      return shown(caller, stored);
    });
  }

  /** What the person prefers of a list; the console alone knows what is in it. @throws ApiError 413 */
  async prefer(entity: string, { user }: ViewCaller, body: unknown): Promise<object> {
    const value = JSON.stringify(requireObject(body));
    if (value.length > MAX_PREFERENCE)
      throw new ApiError(413, 'TOO_LARGE', t('Preferences of a list are short'));
    await this.db.query(
      `INSERT INTO list_preference (entity, owner_id, value) VALUES ($1, $2, $3::jsonb)
       ON CONFLICT (owner_id, entity) DO UPDATE SET value = excluded.value`,
      [entity, user.id, value],
    );
    return requireObject(body);
  }

  /** What nobody showed to the person is not there; what is shared belongs to its owner. */
  private async lock(tx: Queryable, entity: string, caller: ViewCaller, id: string): Promise<Row> {
    const [row] = await tx.query<Row>(
      `SELECT ${COLUMNS} FROM list_view WHERE id::text = $1 AND entity = $2 AND (owner_id = $3 OR shared) FOR UPDATE`,
      [id, entity, caller.user.id],
    );
    if (!row) throw notFound(t('View not found'));
    if (!mayChange(caller, row)) throw forbidden();
    return row;
  }
}

function refuseTaken(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new ApiError(409, 'DUPLICATE', t('A view of this name exists already'), {
      fields: { '/name': t('A view of this name exists already') },
    });
}

/** What was sent, laid over what there is. @throws ApiError 422 */
function read(body: unknown, stored: Pick<ListView, 'name' | 'query' | 'shared'>) {
  const { name = stored.name, query = stored.query, shared = stored.shared, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '') throw invalid({ '/name': t('Name is required') });
  if (text.length > MAX_NAME || !isStorable(text))
    throw invalid({ '/name': t('Name must be less than %{maxName} characters', { maxName: MAX_NAME }) });
  if (typeof query !== 'string' || query.length > MAX_QUERY || !isStorable(query))
    throw invalid({
      '/query': t('A query of at most %{maxQuery} characters is expected', { maxQuery: MAX_QUERY }),
    });
  if (typeof shared !== 'boolean') throw invalid({ '/shared': t('Shared must be true or false') });
  return { name: text, query, shared };
}
