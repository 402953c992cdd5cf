import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Files } from '../files/files.ts';
import { clearStagedOf, stage } from '../files/staging.ts';
import { MissingContent } from '../files/store.ts';
import { notFound } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Days for which a file waits for its owner. */
const KEPT_DAYS = 3;

interface NewPersonalFile {
  /** What it is of; who may not read that any more is not given the file. */
  entity: string;
  /** Entities whose values it holds besides: each of them must still be readable to the person. */
  reads?: readonly string[];
  /** Id of the one person who may have it. */
  by: string;
  name: string;
  type: string;
  content: Readable;
  maxBytes: number;
  /** Id of the record that it was made for. */
  about?: string;
  /** Until when it waits for its owner; by default some days. */
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

const keyOf = (id: string): string => `${id.replaceAll('-', '')}.exchange`;

/**
 * Files for one person alone, given to nobody without that person's token; gone after a few days. They lie beside the
 * other contents, so that every process has them, but under no address that is open.
 */
export class PersonalFiles {
  constructor(
    private readonly db: Database,
    private readonly files: Files,
  ) {}

  /** Takes a stream in, a piece of it at a time in memory. @throws FileTooLargeError, UploadAbortedError */
  async add({
    content,
    maxBytes,
    keptUntil,
    about,
    reads = [],
    ...file
  }: NewPersonalFile): Promise<PersonalFile> {
    await this.sweep();
    const { entity, by, name, type } = file;
    const staged = await stage(this.files.folder, content, maxBytes, about);
    const id = randomUUID();
    try {
      // The row comes first: what a process leaves that dies here is swept like all others.
      await this.db.query(
        `INSERT INTO exchange_file (id, entity, by_id, name, type, size, kept_until, about, reads)
         VALUES ($1::uuid, $2, $3, $4, $5, $6,
           coalesce($7::timestamptz, clock_timestamp() + interval '${KEPT_DAYS} days'), $8::uuid, $9::text[])`,
        [id, entity, by, name, type, staged.size, keptUntil ?? null, about ?? null, [...reads]],
      );
      await this.files.store.put(keyOf(id), staged.path, type);
      return { id, entity, reads, name, type, size: staged.size };
    } finally {
      await staged.discard();
    }
  }

  /** @throws ApiError 404 for what is not there, and for what is another's */
  async find(id: string, by: string): Promise<PersonalFile> {
    const [row] = await this.db.query<Omit<PersonalFile, 'size'> & { size: string }>(
      `SELECT id, entity, reads, name, type, size FROM exchange_file
       WHERE id::text = $1 AND by_id = $2 AND coalesce(kept_until > now(), true)`,
      [id, by],
    );
    if (!row) throw notFound(t('This file is no longer there'));
    return { ...row, size: Number(row.size) };
  }

  /** @throws ApiError 404 */
  async read({ id }: Pick<PersonalFile, 'id'>): Promise<Readable> {
    try {
      return await this.files.store.read(keyOf(id));
    } catch (error) {
      throw error instanceof MissingContent ? notFound(t('This file is no longer there')) : error;
    }
  }

  /** Removes what a process left of a file while it was being written. */
  clearStaged(about: string): Promise<void> {
    return clearStagedOf(this.files.folder, about);
  }

  private async sweep(): Promise<void> {
    const old = await this.db.query<{ id: string }>(
      `SELECT id FROM exchange_file
       WHERE coalesce(kept_until, created_at + interval '${KEPT_DAYS} days') < now() LIMIT 100`,
    );
    await this.remove(old.map(({ id }) => id));
  }

  /** Removes files; what is gone already is passed over. */
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.files.store.remove(keyOf(id));
      await this.db.query('DELETE FROM exchange_file WHERE id = $1::uuid', [id]);
    }
  }
}
