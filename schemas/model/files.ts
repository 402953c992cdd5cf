import type { PictureSize, FileRules } from './types/file.ts';
import type { StoredFileType } from './fileTypes.ts';
import { FILE_TYPES } from './fileTypes.ts';
import type { FieldModel, JsonSchema } from './types.ts';
import { fillPlaces, messages, t } from '../texts/translate.ts';

export const isFileType = (type: string): type is StoredFileType => Object.hasOwn(FILE_TYPES, type);
export const isPicture = (type: string): boolean => isFileType(type) && FILE_TYPES[type].picture;

/** Widths in which a picture is offered beside its own, those that LINE asks of an imagemap. */
export const PICTURE_WIDTHS = [240, 300, 460, 700, 1040] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** What is known of a file when it is judged; sizes of pictures only. */
export interface FileFacts {
  type: string;
  size: number;
  width?: number | null;
  height?: number | null;
}

/** A file as the API answers it where a record holds its id. */
export interface StoredFile {
  id: string;
  /** Below the services' address: `/files/{id}/{name}`. */
  url: string;
  type: StoredFileType;
  /** Bytes. */
  size: number;
  /** Pixels; null for what is no picture. */
  width: number | null;
  height: number | null;
  /** For people, as it was uploaded. */
  name: string;
}

/** The value of a file field in a schema that ajv judges: the id, or the answer of the API that holds it. */
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

/** The id in a file field's value: the value itself, or what the API answered. */
export function fileId(value: unknown): string | undefined {
  const id = value !== null && typeof value === 'object' && 'id' in value ? value.id : value;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Addresses of stored files, as `FORMATS` names them; the last part is a name for people, or a width. */
const OWN_ADDRESS = /^\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([^\s/?#]+)$/;

/** The id of the stored file that an address leads to; none for every other address. */
export const fileIdIn = (address: unknown): string | undefined =>
  typeof address === 'string' ? OWN_ADDRESS.exec(address)?.[1] : undefined;

/** The id of the stored file that a field's value names: a file field's own, or that in an uploaded address. */
export const fileIdOf = ({ type }: Pick<FieldModel, 'type'>, value: unknown): string | undefined =>
  type === 'file' ? fileId(value) : fileIdIn(value);

/** The address of a stored picture in one of the widths that the services offer, as LINE asks for imagemaps. */
export const widthAddress = (id: string, width: PictureWidth): string => `/files/${id}/${width}`;

/** Whether an address is that of a picture in a width of its own, and not of the file as it was uploaded. */
export const isWidthAddress = (address: unknown): boolean =>
  typeof address === 'string' &&
  PICTURE_WIDTHS.some((width) => OWN_ADDRESS.exec(address)?.[2] === String(width));

/** What people call the file at an address: the last part of its path. */
export function addressName(address: string): string {
  const last = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The address of a picture in one of the widths that the services offer. */
export const pictureUrl = (url: string, width: PictureWidth): string => `${url}?width=${width}`;

/** Rules of a file in the order in which they are told, each with its words; `x-field.messages` overrides them. */
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
export function brokenFileRule(rules: FileRules, facts: FileFacts): FileRule | undefined {
  if (facts.size === 0) return 'empty';
  if (!rules.types.some((type) => type === facts.type)) return 'fileType';
  if (facts.size > rules.maxBytes) return 'maxBytes';
  const { width, height } = facts;
  if (width == null || height == null) return undefined;
  if (rules.exact.length > 0 && !rules.exact.some((one) => one.width === width && one.height === height))
    return 'exact';
  if (rules.least && (width < rules.least.width || height < rules.least.height)) return 'least';
  if (rules.square && width !== height) return 'square';
  return undefined;
}

/** A broken rule in the field's words. */
export function fileMessage(field: Pick<FieldModel, 'title' | 'messages' | 'file'>, rule: FileRule): string {
  const { types = [], maxBytes = 0, exact = [], least } = field.file ?? {};
  const filled: Record<string, string> = {
    title: t(field.title),
    types: oneOf(types.map((type) => FILE_TYPES[type].label)),
    maxBytes: bytesText(maxBytes),
    exact: oneOf(exact.map(sizeText)),
    least: least ? sizeText(least) : '',
  };
  const words = field.messages[rule] ?? FILE_MESSAGES[rule];
  return fillPlaces(t(words), /\{(\w+)\}/g, (name, whole) => filled[name] ?? whole);
}

/** `1 MB`, `1.5 MB`, `300 kB`: units of 1024, as limits are agreed. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Math.round(size * 10) / 10} ${units[unit]}`;
}

const sizeText = ({ width, height }: PictureSize): string => `${width} x ${height}`;

const oneOf = (words: string[]): string =>
  words.length < 2
    ? words.join('')
    : t('%{words} or %{at}', { words: words.slice(0, -1).join(', '), at: words.at(-1) });

/** Reads `x-field.file`; sizes are written `2500x1686`. */
export function fileRulesOf(stated: JsonSchema): FileRules {
  const {
    types,
    maxBytes,
    exact = [],
    least,
    ...rest
  } = stated as {
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
    ...{ types, maxBytes, exact: [exact].flat().map(sizeOf) },
    ...(least && { least: sizeOf(least) }),
  };
}

function sizeOf(text: string): PictureSize {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}
