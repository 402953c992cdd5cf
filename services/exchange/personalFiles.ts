import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Files } from '../files/files.ts';
import { stage } from '../files/staging.ts';
import { MissingContent } from '../files/store.ts';
import { notFound } from '../plugins/errors.ts';
import type { Database } from '../storage/database.ts';

/** Days for which a file waits for its owner. */
const KEPT_DAYS = 3;

export interface NewPersonalFile {
  /** What it is of; who may not read that any more is not given the file. */
  entity: string;
  /** Id of the one person who may have it. */
  by: string;
  name: string;
  type: string;
  content: Readable;
  maxBytes: number;
}

export interface PersonalFile {
  id: string;
  entity: string;
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

  /** Takes a stream in, a piece of it at a time in memory. @throws TooManyBytes, BrokenOff */
  async add({ content, maxBytes, entity, by, name, type }: NewPersonalFile): Promise<PersonalFile> {
    await this.sweep();
    const staged = await stage(this.files.folder, content, maxBytes);
    const id = randomUUID();
    try {
      // The row comes first: what a process leaves that dies here is swept like all others.
      await this.db.query(
        'INSERT INTO exchange_file (id, entity, by_id, name, type, size) VALUES ($1::uuid, $2, $3, $4, $5, $6)',
        [id, entity, by, name, type, staged.size],
      );
      await this.files.store.put(keyOf(id), staged.path, type);
      return { id, entity, name, type, size: staged.size };
    } finally {
      await staged.discard();
    }
  }

  /** @throws ApiError 404 for what is not there, and for what is another's */
  async find(id: string, by: string): Promise<PersonalFile> {
    const [row] = await this.db.query<Omit<PersonalFile, 'size'> & { size: string }>(
      'SELECT id, entity, name, type, size FROM exchange_file WHERE id::text = $1 AND by_id = $2',
      [id, by],
    );
    if (!row) throw notFound('This file is no longer there');
    return { ...row, size: Number(row.size) };
  }

  /** @throws ApiError 404 */
  async read({ id }: Pick<PersonalFile, 'id'>): Promise<Readable> {
    try {
      return await this.files.store.read(keyOf(id));
    } catch (error) {
      throw error instanceof MissingContent ? notFound('This file is no longer there') : error;
    }
  }

  private async sweep(): Promise<void> {
    const old = await this.db.query<{ id: string }>(
      `SELECT id FROM exchange_file WHERE created_at < now() - interval '${KEPT_DAYS} days' LIMIT 100`,
    );
    for (const { id } of old) {
      await this.files.store.remove(keyOf(id));
      await this.db.query('DELETE FROM exchange_file WHERE id = $1::uuid', [id]);
    }
  }
}
