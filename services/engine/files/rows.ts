import { isFileType, type StoredFile } from '../../../schemas/model/files.ts';
import type { StoredFileType } from '../../../schemas/model/fileTypes.ts';
import type { Queryable } from '../storage/database.ts';
import { fileUrl } from './names.ts';

/** A row of a stored file, with what the API does not return. */
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
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The files with these ids; invalid and unknown ids are left out. */
export async function findFiles(db: Queryable, ids: Iterable<string>): Promise<Map<string, FileRow>> {
  const validIds = [...new Set(ids)].filter((id) => UUID_PATTERN.test(id));
  if (validIds.length === 0) return new Map();
  const rows = await db.query<SqlRow>(`SELECT ${COLUMNS} FROM stored_file WHERE id = ANY($1::uuid[])`, [
    validIds,
  ]);
  return new Map(rows.map((row) => [row.id, toFile(row)]));
}

function toFile(row: SqlRow): FileRow {
  if (!isFileType(row.type)) throw new Error(`File ${row.id} has the unknown type ${row.type}`);
  return { ...row, type: row.type, size: Number(row.size) };
}

/** @param createdBy id of the user, or null for the services */
export async function insertFile(db: Queryable, file: FileRow, createdBy: string | null): Promise<void> {
  const { id, hash, type, size, width, height, name } = file;
  await db.query(`INSERT INTO stored_file (${COLUMNS}, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    id,
    hash,
    type,
    size,
    width,
    height,
    name,
    createdBy,
  ]);
}

/** Marks files as used now, so that they are not deleted as unused while their record is being stored. */
export async function touchFiles(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query('UPDATE stored_file SET used_at = clock_timestamp() WHERE id = ANY($1::uuid[])', [ids]);
}

/** The file as the API returns it. */
export function toStoredFile({ id, type, size, width, height, name }: FileRow): StoredFile {
  return { id, url: fileUrl(id, name), type, size, width, height, name };
}
