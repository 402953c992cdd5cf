import { isFileType, type StoredFile } from '../../../schemas/model/files.ts';
import type { StoredFileType } from '../../../schemas/model/fileTypes.ts';
import type { Queryable } from '../storage/database.ts';
import { fileUrl } from './names.ts';

/** A stored file with what only the services need to know. */
export interface FileRow {
  id: string;
  hash: string;
  type: StoredFileType;
  size: number;
  width: number | null;
  height: number | null;
  name: string;
}

interface SqlRow extends Omit<FileRow, 'size' | 'type'> {
  /** bigint travels as text. */
  size: string;
  type: string;
}

const COLUMNS = 'id, hash, type, size, width, height, name';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The files with these ids; what is no id, or of no file, is left out. */
export async function findFiles(db: Queryable, ids: Iterable<string>): Promise<Map<string, FileRow>> {
  const asked = [...new Set(ids)].filter((id) => UUID.test(id));
  if (asked.length === 0) return new Map();
  const rows = await db.query<SqlRow>(`SELECT ${COLUMNS} FROM stored_file WHERE id = ANY($1::uuid[])`, [
    asked,
  ]);
  return new Map(rows.map((row) => [row.id, toFile(row)]));
}

function toFile(row: SqlRow): FileRow {
  if (!isFileType(row.type)) throw new Error(`File ${row.id} has the unknown type ${row.type}`);
  return { ...row, type: row.type, size: Number(row.size) };
}

/** Writes a file down. @param by id of the person, or null for the services */
export async function insertFile(db: Queryable, file: FileRow, by: string | null): Promise<void> {
  const { id, hash, type, size, width, height, name } = file;
  await db.query(`INSERT INTO stored_file (${COLUMNS}, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    id,
    hash,
    type,
    size,
    width,
    height,
    name,
    by,
  ]);
}

/** A record that holds these files was accepted: they are not collected while it is being stored. */
export async function touchFiles(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query('UPDATE stored_file SET used_at = clock_timestamp() WHERE id = ANY($1::uuid[])', [ids]);
}

/** The file as the API answers it. */
export function asStoredFile({ id, type, size, width, height, name }: FileRow): StoredFile {
  return { id, url: fileUrl(id, name), type, size, width, height, name };
}
