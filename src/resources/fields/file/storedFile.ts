import { isFileType, type StoredFile } from '../../../../schemas/model/files.ts';

/** What the API answered of a file, if the value is that; a bare id tells nothing. */
export function toStoredFile(value: unknown): StoredFile | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { id, url, type } = value as Partial<Record<keyof StoredFile, unknown>>;
  // Only addresses of the services' own are ever shown.
  const isOwn = typeof id === 'string' && typeof url === 'string' && url.startsWith(`/files/${id}/`);
  return isOwn && typeof type === 'string' && isFileType(type) ? (value as StoredFile) : undefined;
}
