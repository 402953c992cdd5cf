import { formatPath } from '../../../schemas/model/content.ts';
import { SYSTEM_FIELD_NAMES } from '../../../schemas/model/systemFields.ts';
import type { FieldErrors, FieldModel, JsonObject } from '../../../schemas/model/types.ts';
import { findJsonError } from '../fields/json/findJsonError.ts';
import { t } from '../../../schemas/texts/translate.ts';

export const MAX_IMPORTED_RECORDS = 500;
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

interface Source {
  name: string;
  fields: readonly FieldModel[];
}

/** The editable values of a record, in the order of its fields. */
function editableValues({ fields }: Source, record: Readonly<JsonObject>): JsonObject {
  const editable = fields.filter(
    ({ name, computed, live, secret, readOnly }) =>
      !computed && !live && !secret && !readOnly && !SYSTEM_FIELD_NAMES.includes(name),
  );
  return Object.fromEntries(
    editable.flatMap(({ name }) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
}

/** Serialises records as JSON that can be imported again: `{"template": [{…}]}`. */
export const serializeRecords = (model: Source, records: readonly JsonObject[]): string =>
  `${JSON.stringify({ [model.name]: records.map((record) => editableValues(model, record)) }, null, 2)}\n`;

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Parses the records of a file: as `serializeRecords` writes them, a plain list, or a single record. */
export function parseRecords(model: Source, text: string): { records: JsonObject[] } | { error: string } {
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
    return { error: t('The file is not valid JSON%{place}', { place }) };
  }
  const records = isObject(content) && Array.isArray(content[model.name]) ? content[model.name] : content;
  const list: unknown[] = Array.isArray(records) ? records : [records];
  if (list.length === 0) return { error: t('The file is empty') };
  if (list.length > MAX_IMPORTED_RECORDS)
    return {
      error: t('The file has %{count} records. The limit is %{maxImportedRecords}', {
        count: list.length,
        maxImportedRecords: MAX_IMPORTED_RECORDS,
      }),
    };
  const invalidIndex = list.findIndex((one) => !isObject(one));
  if (invalidIndex >= 0)
    return { error: t('Item %{strange} of the file is not a record', { strange: invalidIndex + 1 }) };
  return { records: (list as JsonObject[]).map(withoutSystemFields) };
}

const withoutSystemFields = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !SYSTEM_FIELD_NAMES.includes(name)));

/** Formats errors as lines with their paths: `messages[0].text: Text is required`. Errors of ancestors are left out. */
export function errorLines(errors: FieldErrors): string[] {
  const pointers = Object.keys(errors);
  return Object.entries(errors)
    .filter(([pointer]) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
    .map(([pointer, message]) => (pointer === '' ? message : `${formatPath(pointer)}: ${message}`));
}
