import type { PictureSize, FileRules } from './types/file.ts';
import type { StoredFileType } from './fileTypes.ts';
import { FILE_TYPES } from './fileTypes.ts';
import type { FieldModel, JsonSchema } from './types.ts';
import { orText } from './listText.ts';
import { fillPlaces, messages, t } from '../texts/translate.ts';

export const isFileType = (type: string): type is StoredFileType => Object.hasOwn(FILE_TYPES, type);
export const isPicture = (type: string): boolean => isFileType(type) && FILE_TYPES[type].picture;

/** Widths in which a picture is served besides its own: those that LINE requests for an imagemap. */
export const PICTURE_WIDTHS = [240, 300, 460, 700, 1040] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** What a file's rules are checked against; width and height of pictures only. */
export interface FileMetadata {
  type: string;
  size: number;
  width?: number | null;
  height?: number | null;
}

/** A file in the API's responses, in place of the id that the record stores. */
export interface StoredFile {
  id: string;
  /** Relative to the services' address: `/files/{id}/{name}`. */
  url: string;
  type: StoredFileType;
  /** Bytes. */
  size: number;
  /** Pixels; null unless it is a picture. */
  width: number | null;
  height: number | null;
  /** File name as uploaded. */
  name: string;
}

/** JSON Schema of a file field's value: the id, or a `StoredFile`. */
export const FILE_VALUE: JsonSchema = {
  type: ['string', 'object'],
  required: ['id', 'url', 'type', 'size', 'width', 'height', 'name'],
  properties: {
    id: { type: 'string' },
    url: { type: 'string' },
    type: { type: 'string' },
    size: { type: 'integer' },
    width: { type: ['integer', 'null'] },
    height: { type: ['integer', 'null'] },
    name: { type: 'string' },
  },
};

/** The id in a file field's value: the value itself, or that of a `StoredFile`. */
export function fileId(value: unknown): string | undefined {
  const id = value !== null && typeof value === 'object' && 'id' in value ? value.id : value;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Path of a stored file, as in `FORMATS`; the last part is the file's name, or a width. */
const STORED_FILE_PATH = /^\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([^\s/?#]+)$/;

/** Id of the stored file that a URL points to; undefined for any other URL. */
export const fileIdFromUrl = (url: unknown): string | undefined =>
  typeof url === 'string' ? STORED_FILE_PATH.exec(url)?.[1] : undefined;

/** Id of the stored file that a field's value refers to: of a file field, or of an uploaded file's URL. */
export const fileIdOfValue = ({ type }: Pick<FieldModel, 'type'>, value: unknown): string | undefined =>
  type === 'file' ? fileId(value) : fileIdFromUrl(value);

/** URL of a stored picture in one of `PICTURE_WIDTHS`, in the form that LINE requests for imagemaps. */
export const imagemapUrl = (id: string, width: PictureWidth): string => `/files/${id}/${width}`;

/** Whether a URL is that of a picture in one of `PICTURE_WIDTHS`, rather than of the uploaded file. */
export const isImagemapUrl = (url: unknown): boolean =>
  typeof url === 'string' &&
  PICTURE_WIDTHS.some((width) => STORED_FILE_PATH.exec(url)?.[2] === String(width));

/** The file name in a URL: the last part of its path. */
export function fileNameFromUrl(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** URL of a picture in one of `PICTURE_WIDTHS`. */
export const resizedPictureUrl = (url: string, width: PictureWidth): string => `${url}?width=${width}`;

/** Messages of a file's rules, in the order in which rules are checked; `x-field.messages` overrides them. */
export const FILE_MESSAGES = messages({
  empty: 'The file is empty',
  fileType: '{title} must be {types}',
  damaged: 'The file is damaged or is not what its name says',
  pixels: 'The picture has too many pixels',
  depth: 'The picture is too large for its color depth. Save it with 8 bits per channel, or smaller',
  unreadable: 'The picture takes too much to read. Save it smaller or in another format',
  maxBytes: 'File too large ({maxBytes})',
  exact: 'Image size must be {exact}',
  least: 'Image size must be at least {least}',
  square: 'Image must be square',
  upload: 'Upload file failed please try again later',
});
export type FileRule = keyof typeof FILE_MESSAGES;

/** The first rule of the field that the file breaks. */
export function brokenFileRule(rules: FileRules, file: FileMetadata): FileRule | undefined {
  if (file.size === 0) return 'empty';
  if (!rules.types.some((type) => type === file.type)) return 'fileType';
  if (file.size > rules.maxBytes) return 'maxBytes';
  const { width, height } = file;
  if (width == null || height == null) return undefined;
  if (rules.exact.length > 0 && !rules.exact.some((one) => one.width === width && one.height === height))
    return 'exact';
  if (rules.least && (width < rules.least.width || height < rules.least.height)) return 'least';
  if (rules.square && width !== height) return 'square';
  return undefined;
}

/** The field's message for a broken rule. */
export function fileMessage(field: Pick<FieldModel, 'title' | 'messages' | 'file'>, rule: FileRule): string {
  const { types = [], maxBytes = 0, exact = [], least } = field.file ?? {};
  const placeholders: Record<string, string> = {
    title: t(field.title),
    types: orText(types.map((type) => FILE_TYPES[type].label)),
    maxBytes: formatBytes(maxBytes),
    exact: orText(exact.map(formatPictureSize)),
    least: least ? formatPictureSize(least) : '',
  };
  const words = field.messages[rule] ?? FILE_MESSAGES[rule];
  return fillPlaces(t(words), /\{(\w+)\}/g, (name, whole) => placeholders[name] ?? whole);
}

/** `1 MB`, `1.5 MB`, `300 kB`: units of 1024, as limits are agreed. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Math.round(size * 10) / 10} ${units[unit]}`;
}

const formatPictureSize = ({ width, height }: PictureSize): string => `${width} x ${height}`;

/** Parses `x-field.file`; sizes are written `2500x1686`. */
export function parseFileRules(keyword: JsonSchema): FileRules {
  const {
    types,
    maxBytes,
    exact = [],
    least,
    ...rest
  } = keyword as {
    types: StoredFileType[];
    maxBytes: number;
    exact?: string | string[];
    least?: string;
    square?: true;
    copy?: true;
    smallIn?: string;
  };
  return {
    ...rest,
    ...{ types, maxBytes, exact: [exact].flat().map(parsePictureSize) },
    ...(least && { least: parsePictureSize(least) }),
  };
}

function parsePictureSize(text: string): PictureSize {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}
