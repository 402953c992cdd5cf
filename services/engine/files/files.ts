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

/** A file that breaks a rule of its field. */
export class FileRejectedError extends Error {
  override name = 'FileRejectedError';
  constructor(readonly rule: FileRule) {
    super(`The file breaks the rule ${rule}`);
  }
}

interface NewFile {
  /** An id that the caller has assigned; by default a new one. */
  id?: string;
  content: Readable;
  /** What its owner calls it. */
  name: string | undefined;
  rules: FileRules;
  /** Id of the person, or null for the services. */
  by: string | null;
}

/** Serializes storing and deleting of a content among all processes, until the transaction ends. */
export async function lockContent(tx: Queryable, hash: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('stored_file ' || $1, 0))`, [hash]);
}

/** The files of this installation: contents in a store, rows in the database. */
export class Files {
  constructor(
    readonly db: Database,
    readonly store: FileStore,
    /** Folder in which contents are staged while they are uploaded. */
    readonly folder: string,
    /** Bytes that one user may upload or link per day. */
    readonly maxBytesPerDay = Number.MAX_SAFE_INTEGER,
  ) {}

  /**
   * Stores a file: streams it to disk, validates it by its content, and stores equal contents once.
   * @throws FileRejectedError with the first broken rule; nothing is left of it then, nor of an aborted upload
   */
  async add({ id = randomUUID(), content, name, rules, by }: NewFile): Promise<FileRow> {
    const staged = await stage(this.folder, content, rules.maxBytes).catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? new FileRejectedError('maxBytes') : error;
    });
    try {
      const { facts, fault } = await inspect(staged, rules.types, by ?? 'services');
      const brokenRule = fault ?? brokenFileRule(rules, facts);
      if (brokenRule !== undefined || facts === undefined)
        throw new FileRejectedError(brokenRule ?? 'damaged');
      const { type, size, width = null, height = null } = facts;
      const file = { id, hash: staged.hash, type, size, width, height };
      return await this.storeContent({ ...file, name: fileName(name, type) }, staged, by);
    } finally {
      await staged.discard();
    }
  }

  /** Inserts the row before the content is stored: from then on nobody deletes the content as unused. */
  private async storeContent(file: FileRow, staged: StagedFile, createdBy: string | null): Promise<FileRow> {
    await this.db.transaction(async (tx) => {
      await lockContent(tx, file.hash);
      await insertFile(tx, file, createdBy);
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
