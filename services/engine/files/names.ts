import { FILE_TYPES, type StoredFileType } from '../../../schemas/model/fileTypes.ts';
import { withoutTrailing } from '../../../schemas/model/trim.ts';

/** UTF-16 units that are read from the start and from the end of a name. */
const MAX_START_LENGTH = 500;
const MAX_END_LENGTH = 100;
/** Characters of a name without its extension. */
const MAX_NAME_CHARS = 120;
/** Characters of the name in a URL; longer ones, such as escaped Thai, are replaced by `file`. */
const MAX_URL_SEGMENT_LENGTH = 150;

/**
 * Sanitizes the name of an uploaded file: no path, no control or direction characters, and an extension of its type.
 */
export function fileName(given: string | undefined, type: StoredFileType): string {
  const { extensions } = FILE_TYPES[type];
  const segment = withoutMiddle(lastSegment(given ?? '')).normalize('NFC');
  const readable = segment
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029\ufffd]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[ .]+/u, '');
  const plain = withoutTrailing(readable, ' .');
  const dot = plain.lastIndexOf('.');
  const extension = plain.slice(dot + 1).toLowerCase();
  const hasRightExtension = dot > 0 && extensions.some((allowed) => allowed === extension);
  const stem = [...(hasRightExtension ? plain.slice(0, dot) : plain)]
    .slice(0, MAX_NAME_CHARS)
    .join('')
    .trimEnd();
  return `${stem || 'file'}.${hasRightExtension ? extension : extensions[0]}`;
}

const lastSegment = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

const withoutMiddle = (name: string): string =>
  name.length <= MAX_START_LENGTH + MAX_END_LENGTH
    ? name
    : name.slice(0, MAX_START_LENGTH) + name.slice(-MAX_END_LENGTH);

/** Path of a file: the id, which nobody can guess, identifies it; the name is for people. */
export function fileUrl(id: string, name: string): string {
  const segment = encodeURIComponent(name);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return `/files/${id}/${segment.length <= MAX_URL_SEGMENT_LENGTH ? segment : `file.${extension}`}`;
}

/** `Content-Disposition` with the name in every form that browsers read (RFC 6266). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\w. -]/g, '_');
  const escaped = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${escaped}`;
}

/** The words of a title, in any script, as a file name without its extension. */
export const toFileStem = (title: string): string =>
  title
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-');
