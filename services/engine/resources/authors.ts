import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';
import { isId } from '../storage/matchSql.ts';
import { quotedTableName } from '../storage/sql.ts';

const NAME_TTL_MS = 5_000;
const MAX_CACHED_NAMES = 10_000;

interface AuthoredRecord {
  id?: unknown;
  createdBy?: unknown;
  updatedBy?: unknown;
}

/**
 * Names of the authors of records. Records store ids and names are looked up for each response, so that past changes show
 * a person's present name.
 */
export class Authors {
  private readonly cache = new Map<string, { name: string; until: number }>();

  /** @param people the entity with the role `users`; without one, names come from the history */
  constructor(
    private readonly db: Database,
    private readonly people: EntityModel | undefined,
  ) {}

  /** Replaces the ids in `createdBy` and `updatedBy` by names; deleted people are named as in the history. */
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

  /** Names by id. @param records in whose history names of deleted people are looked up */
  async findNames(
    ids: ReadonlySet<string>,
    records: readonly AuthoredRecord[] = [],
  ): Promise<Map<string, string>> {
    const now = Date.now();
    const names = new Map<string, string>();
    const uncached: string[] = [];
    for (const id of ids) {
      // Not an id: jobs store names.
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

  /** For use after a person's name has changed. */
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
