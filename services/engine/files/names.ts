import { FILE_TYPES, type StoredFileType } from '../../../schemas/model/fileTypes.ts';
import { withoutTrailing } from '../../../schemas/model/trim.ts';

/** UTF-16 units of a name that are looked at: so many from its beginning, and so many from its end. */
const MAX_START_LENGTH = 500;
const MAX_END_LENGTH = 100;
/** Characters of a name that are kept. */
const MOST = 120;
/** Characters of a name's part of an address; longer ones, such as Thai when escaped, give way to a plain word. */
const MOST_IN_ADDRESS = 150;

/**
 * The name for people of what somebody called a file: no path, no control or direction characters, and an
 * extension that its type has.
 */
export function fileName(given: string | undefined, type: StoredFileType): string {
  const { extensions } = FILE_TYPES[type];
  const last = withoutMiddle(lastSegment(given ?? '')).normalize('NFC');
  const readable = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029\ufffd]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[ .]+/u, '');
  const plain = withoutTrailing(readable, ' .');
  const dot = plain.lastIndexOf('.');
  const extension = plain.slice(dot + 1).toLowerCase();
  const isRight = dot > 0 && extensions.some((one) => one === extension);
  const stem = [...(isRight ? plain.slice(0, dot) : plain)].slice(0, MOST).join('').trimEnd();
  return `${stem || 'file'}.${isRight ? extension : extensions[0]}`;
}

const lastSegment = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

const withoutMiddle = (name: string): string =>
  name.length <= MAX_START_LENGTH + MAX_END_LENGTH
    ? name
    : name.slice(0, MAX_START_LENGTH) + name.slice(-MAX_END_LENGTH);

/** Where a file is served: the id, which nobody can guess, is what opens it; the name is for people. */
export function fileUrl(id: string, name: string): string {
  const segment = encodeURIComponent(name);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return `/files/${id}/${segment.length <= MOST_IN_ADDRESS ? segment : `file.${extension}`}`;
}

/** `Content-Disposition` with the name in every form that browsers read (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\w. -]/g, '_');
  const escaped = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${escaped}`;
}

/** Words of a title for the name of a file, in whatever script they are. */
export const fileNameOf = (title: string): string =>
  title
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-');
