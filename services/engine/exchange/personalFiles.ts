import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Files } from '../files/files.ts';
import { clearStagedOf, stage } from '../files/staging.ts';
import { MissingContentError } from '../files/store.ts';
import { notFound } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Days after which a file is deleted, unless it has another date. */
const DEFAULT_TTL_DAYS = 3;

interface NewPersonalFile {
  /** Entity of its records, which the owner must still be allowed to read at the download. */
  entity: string;
  /** Further entities of which it has values; the owner must still be allowed to read each. */
  reads?: readonly string[];
  /** Id of its owner. */
  by: string;
  name: string;
  type: string;
  content: Readable;
  maxBytes: number;
  /** Id of the record that it was created for. */
  about?: string;
  /** When it is deleted; by default after some days. */
  keptUntil?: Date;
}

interface PersonalFile {
  id: string;
  entity: string;
  reads: readonly string[];
  name: string;
  type: string;
  size: number;
}

const storeKeyOf = (id: string): string => `${id.replaceAll('-', '')}.exchange`;

/**
 * Files of one user, which require that user's token and are deleted after a few days. They are in the store of all
 * files, so that every process can read them, but have no public URL.
 */
export class PersonalFiles {
  constructor(
    private readonly db: Database,
    private readonly files: Files,
  ) {}

  /** Stores a stream, with one chunk in memory. @throws FileTooLargeError, UploadAbortedError */
  async add({
    content,
    maxBytes,
    keptUntil,
    about,
    reads = [],
    ...file
  }: NewPersonalFile): Promise<PersonalFile> {
    await this.deleteExpired();
    const { entity, by, name, type } = file;
    const staged = await stage(this.files.folder, content, maxBytes, about);
    const id = randomUUID();
    try {
      // The row is inserted first: if the process dies here, the content is deleted at its expiry.
      await this.db.query(
        `INSERT INTO exchange_file (id, entity, by_id, name, type, size, kept_until, about, reads)
         VALUES ($1::uuid, $2, $3, $4, $5, $6,
           coalesce($7::timestamptz, clock_timestamp() + interval '${DEFAULT_TTL_DAYS} days'), $8::uuid, $9::text[])`,
        [id, entity, by, name, type, staged.size, keptUntil ?? null, about ?? null, [...reads]],
      );
      await this.files.store.put(storeKeyOf(id), staged.path, type);
      return { id, entity, reads, name, type, size: staged.size };
    } finally {
      await staged.discard();
    }
  }

  /** @throws ApiError 404 for an unknown file, and for another user's */
  async find(id: string, ownerId: string): Promise<PersonalFile> {
    const [row] = await this.db.query<Omit<PersonalFile, 'size'> & { size: string }>(
      `SELECT id, entity, reads, name, type, size FROM exchange_file
       WHERE id::text = $1 AND by_id = $2 AND coalesce(kept_until > now(), true)`,
      [id, ownerId],
    );
    if (!row) throw notFound(t('This file is no longer there'));
    return { ...row, size: Number(row.size) };
  }

  /** @throws ApiError 404 */
  async read({ id }: Pick<PersonalFile, 'id'>): Promise<Readable> {
    try {
      return await this.files.store.read(storeKeyOf(id));
    } catch (error) {
      throw error instanceof MissingContentError ? notFound(t('This file is no longer there')) : error;
    }
  }

  /** Removes the staged files that a process left behind. */
  clearStaged(recordId: string): Promise<void> {
    return clearStagedOf(this.files.folder, recordId);
  }

  private async deleteExpired(): Promise<void> {
    const expired = await this.db.query<{ id: string }>(
      `SELECT id FROM exchange_file
       WHERE coalesce(kept_until, created_at + interval '${DEFAULT_TTL_DAYS} days') < now() LIMIT 100`,
    );
    await this.remove(expired.map(({ id }) => id));
  }

  /** Deletes files; those that no longer exist are ignored. */
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.files.store.remove(storeKeyOf(id));
      await this.db.query('DELETE FROM exchange_file WHERE id = $1::uuid', [id]);
    }
  }
}
