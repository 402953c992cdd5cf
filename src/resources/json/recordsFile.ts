import { formatPath } from '../../../schemas/model/content.ts';
import { SYSTEM_FIELD_NAMES } from '../../../schemas/model/systemFields.ts';
import type { FieldErrors, FieldModel, JsonObject } from '../../../schemas/model/types.ts';
import { findJsonError } from '../fields/json/findJsonError.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Records in one file. */
export const MAX_IMPORTED_RECORDS = 500;
/** Bytes of a file. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

interface Source {
  name: string;
  fields: readonly FieldModel[];
}

/** What a person may set of a record, in the order of its fields. */
function ownValues({ fields }: Source, record: Readonly<JsonObject>): JsonObject {
  const own = fields.filter(
    ({ name, computed, live, secret, readOnly }) =>
      !computed && !live && !secret && !readOnly && !SYSTEM_FIELD_NAMES.includes(name),
  );
  return Object.fromEntries(
    own.flatMap(({ name }) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
}

/** Records as a file of JSON that can be brought in again: `{"template": [{…}]}`. */
export const serializeRecords = (model: Source, records: readonly JsonObject[]): string =>
  `${JSON.stringify({ [model.name]: records.map((record) => ownValues(model, record)) }, null, 2)}\n`;

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The records of a file: as `serializeRecords` writes them, a plain list, or one record; or why there are none. */
export function parseRecords(model: Source, text: string): { records: JsonObject[] } | { fault: string } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const found = findJsonError(text);
    const place = found
      ? t(': line %{line}, column %{column}: %{text}', {
          line: found.line,
          column: found.column,
          text: found.text,
        })
      : '';
    return { fault: t('The file is not valid JSON%{place}', { place }) };
  }
  const held = isObject(content) && Array.isArray(content[model.name]) ? content[model.name] : content;
  const list: unknown[] = Array.isArray(held) ? held : [held];
  if (list.length === 0) return { fault: t('The file is empty') };
  if (list.length > MAX_IMPORTED_RECORDS)
    return {
      fault: t('The file has %{count} records. The limit is %{maxImportedRecords}', {
        count: list.length,
        maxImportedRecords: MAX_IMPORTED_RECORDS,
      }),
    };
  const strange = list.findIndex((one) => !isObject(one));
  if (strange >= 0)
    return { fault: t('Item %{strange} of the file is not a record', { strange: strange + 1 }) };
  return { records: (list as JsonObject[]).map(withoutBookkeeping) };
}

const withoutBookkeeping = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !SYSTEM_FIELD_NAMES.includes(name)));

/** Faults as lines that say where: `messages[0].text: Text is required`. Those around others are left out. */
export function errorLines(faults: FieldErrors): string[] {
  const places = Object.keys(faults);
  return Object.entries(faults)
    .filter(([pointer]) => !places.some((other) => other.startsWith(`${pointer}/`)))
    .map(([pointer, message]) => (pointer === '' ? message : `${formatPath(pointer)}: ${message}`));
}
