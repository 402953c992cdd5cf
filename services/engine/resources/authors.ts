import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';
import { isId } from '../storage/matchSql.ts';
import { quotedTableName } from '../storage/sql.ts';

/** Milliseconds for which a name is taken for granted. */
const NAME_TTL_MS = 5_000;
/** Names kept at a time. */
const MAX_CACHED_NAMES = 10_000;

interface AuthoredRecord {
  id?: unknown;
  createdBy?: unknown;
  updatedBy?: unknown;
}

/**
 * Names of those who made and changed records. Records keep ids: a name is read when it is shown, so that nobody's
 * past changes carry a name that is not theirs.
 */
export class Authors {
  private readonly cache = new Map<string, { name: string; until: number }>();

  /** @param people the entity of those who sign in; without one names are those of the history */
  constructor(
    private readonly db: Database,
    private readonly people: EntityModel | undefined,
  ) {}

  /** Replaces the ids in `createdBy` and `updatedBy` by names; who has none any more is named as the history has it. */
  async resolveNames<T extends AuthoredRecord>(records: T[]): Promise<T[]> {
    const ids = new Set<string>();
    for (const { createdBy, updatedBy } of records) {
      if (typeof createdBy === 'string') ids.add(createdBy);
      if (typeof updatedBy === 'string') ids.add(updatedBy);
    }
    if (ids.size === 0) return records;
    const names = await this.findNames(ids, records);
    for (const record of records) {
      for (const key of ['createdBy', 'updatedBy'] as const) {
        const id = record[key];
        if (typeof id === 'string') record[key] = names.get(id) ?? id;
      }
    }
    return records;
  }

  /** Names by id. @param records records in whose history a name may be found that nobody has any more */
  async findNames(
    ids: ReadonlySet<string>,
    records: readonly AuthoredRecord[] = [],
  ): Promise<Map<string, string>> {
    const now = Date.now();
    const names = new Map<string, string>();
    const uncached: string[] = [];
    for (const id of ids) {
      // What is no id names nobody that could be looked up: jobs keep names themselves.
      if (!isId(id)) continue;
      const cached = this.cache.get(id);
      if (cached && cached.until > now) names.set(id, cached.name);
      else uncached.push(id);
    }
    if (uncached.length > 0) {
      const found = await this.readNames(
        uncached,
        records.map(({ id }) => String(id)),
      );
      for (const [id, name] of found) {
        names.set(id, name);
        this.cacheName(id, name, now + NAME_TTL_MS);
      }
    }
    return names;
  }

  /** A person's name has changed. */
  clearCache(): void {
    this.cache.clear();
  }

  private async readNames(ids: string[], recordIds: readonly string[]): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    if (this.people) {
      const members = await this.db.query<{ id: string; name: string }>(
        `SELECT id, data ->> 'name' AS name FROM ${quotedTableName(this.people)}
         WHERE id = ANY($1::uuid[]) AND data ->> 'name' IS NOT NULL`,
        [ids],
      );
      for (const { id, name } of members) names.set(id, name);
    }
    const unresolved = ids.filter((id) => !names.has(id));
    if (unresolved.length === 0 || recordIds.length === 0) return names;
    const historyNames = await this.db.query<{ id: string; name: string }>(
      `SELECT DISTINCT ON (user_id) user_id AS id, user_name AS name FROM record_history
       WHERE record_id = ANY($1::uuid[]) AND user_id = ANY($2::text[]) AND user_name IS NOT NULL
       ORDER BY user_id, at DESC`,
      [recordIds, unresolved],
    );
    for (const { id, name } of historyNames) names.set(id, name);
    return names;
  }

  private cacheName(id: string, name: string, until: number): void {
    if (this.cache.size >= MAX_CACHED_NAMES) this.cache.clear();
    this.cache.set(id, { name, until });
  }
}
