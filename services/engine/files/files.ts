import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { brokenFileRule, type FileRule } from '../../../schemas/model/files.ts';
import type { FileRules } from '../../../schemas/model/types/file.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { inspect } from './inspect.ts';
import { fileName } from './names.ts';
import { findFiles, insertFile, type FileRow } from './rows.ts';
import { stage, FileTooLargeError, type StagedFile } from './staging.ts';
import type { FileStore } from './store.ts';

/** A file that its field does not take. */
export class FileRejectedError extends Error {
  override name = 'RefusedFile';
  constructor(readonly rule: FileRule) {
    super(`The file is refused: ${rule}`);
  }
}

interface NewFile {
  /** Where it was named before it was there; by default a new one. */
  id?: string;
  content: Readable;
  /** What its owner calls it. */
  name: string | undefined;
  rules: FileRules;
  /** Id of the person, or null for the services. */
  by: string | null;
}

/** One at a time of everything that stores or removes this content, in whichever process. */
export async function lockContent(tx: Queryable, hash: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('stored_file ' || $1, 0))`, [hash]);
}

/** The files of this installation: contents in a store, what is known of them in the database. */
export class Files {
  constructor(
    readonly db: Database,
    readonly store: FileStore,
    /** Where contents are staged on their way in. */
    readonly folder: string,
    /** That one person may bring in. */
    readonly maxBytesPerDay = Number.MAX_SAFE_INTEGER,
  ) {}

  /**
   * Takes a file in: streamed to disk, judged by its content, stored once however often it comes.
   * @throws FileRejectedError naming the first rule that it breaks; nothing is left of it then, nor of one that ends early
   */
  async add({ id = randomUUID(), content, name, rules, by }: NewFile): Promise<FileRow> {
    const staged = await stage(this.folder, content, rules.maxBytes).catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? new FileRejectedError('maxBytes') : error;
    });
    try {
      const { facts, fault } = await inspect(staged, rules.types, by ?? 'services');
      const broken = fault ?? brokenFileRule(rules, facts);
      if (broken !== undefined || facts === undefined) throw new FileRejectedError(broken ?? 'damaged');
      const { type, size, width = null, height = null } = facts;
      const file = { id, hash: staged.hash, type, size, width, height };
      return await this.keep({ ...file, name: fileName(name, type) }, staged, by);
    } finally {
      await staged.discard();
    }
  }

  /** The row comes first: from then on nobody removes the content as unused. */
  private async keep(file: FileRow, staged: StagedFile, by: string | null): Promise<FileRow> {
    await this.db.transaction(async (tx) => {
      await lockContent(tx, file.hash);
      await insertFile(tx, file, by);
    });
    try {
      if (!(await this.store.has(file.hash))) await this.store.put(file.hash, staged.path, file.type);
    } catch (error) {
      await this.db.query('DELETE FROM stored_file WHERE id = $1', [file.id]);
      throw error;
    }
    return file;
  }

  async find(id: string): Promise<FileRow | undefined> {
    return (await findFiles(this.db, [id])).get(id);
  }
}
