import { isFileType, type StoredFile } from '../../../../schemas/model/files.ts';

/** The stored file in a value; undefined for anything else, such as a bare id. */
export function toStoredFile(value: unknown): StoredFile | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { id, url, type } = value as Partial<Record<keyof StoredFile, unknown>>;
  // Only the services' own addresses are shown.
  const isOwn = typeof id === 'string' && typeof url === 'string' && url.startsWith(`/files/${id}/`);
  return isOwn && typeof type === 'string' && isFileType(type) ? (value as StoredFile) : undefined;
}
