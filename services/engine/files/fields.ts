import {
  brokenFileRule,
  fileIdOfValue,
  fileMessage,
  isImagemapUrl,
  type StoredFile,
} from '../../../schemas/model/files.ts';
import type { FileRules } from '../../../schemas/model/types/file.ts';
import { mapValues, walkFields, walkValues } from '../../../schemas/model/fields.ts';
import type { EntityModel, FieldErrors, FieldModel } from '../../../schemas/model/types.ts';
import { invalid } from '../http/errors.ts';
import type { Queryable } from '../storage/database.ts';
import { asStoredFile, findFiles, touchFiles } from './rows.ts';
import { t } from '../../../schemas/texts/translate.ts';

type Values = { [key: string]: unknown };

export function hasFiles(fields: FieldModel[]): boolean {
  let found = false;
  walkFields(fields, (field) => {
    found ||= field.file !== undefined;
  });
  return found;
}

/** The field that takes files, or their addresses, of an entity at a path as in `FieldModel.path`. */
export function fileFieldAt(model: EntityModel, path: string): FieldModel | undefined {
  let found: FieldModel | undefined;
  walkFields(model.fields, (field) => {
    if (field.file && field.path === path) found = field;
  });
  return found;
}

/** Copies of records in which each file is what the API answers of it; one that is gone stays its bare id. */
export async function expandFileIds<T extends Values>(
  db: Queryable,
  fields: FieldModel[],
  records: readonly T[],
): Promise<T[]> {
  const ids: string[] = [];
  for (const record of records)
    mapFiles(fields, record, (value) => {
      if (typeof value === 'string') ids.push(value);
      return value;
    });
  const files = await findFiles(db, ids);
  const shown = (value: unknown): unknown => {
    const file = typeof value === 'string' ? files.get(value) : undefined;
    return file ? (asStoredFile(file) satisfies StoredFile) : value;
  };
  return records.map((record) => mapFiles(fields, record, shown));
}

interface FileUse {
  id: string;
  field: FieldModel;
  pointer: string;
  /** The rules that the file keeps; a picture in a width of its own may be made of one of any size. */
  rules: FileRules;
}

/** The files that a record holds, and those whose addresses it holds. */
function fileUses(fields: FieldModel[], record: Values): FileUse[] {
  const uses: FileUse[] = [];
  walkValues(fields, record, (field, value, pointer) => {
    const id = field.file && typeof value === 'string' ? fileIdOfValue(field, value) : undefined;
    if (id === undefined || !field.file) return;
    const rules = isImagemapUrl(value) ? { ...field.file, maxBytes: Infinity } : field.file;
    uses.push({ id, field, pointer, rules });
  });
  return uses;
}

/** A file in a field, wherever in lists that stands. */
const placeOf = ({ id, field }: FileUse): string => `${field.path} ${id}`;

/**
 * Accepts the files of a record on its way into the database. Those that it held before are not judged again; the
 * others count as used from now on, so that they are not collected before the record is stored.
 * @throws ApiError 422 naming those that do not exist or that their field does not take
 */
export async function validateAndTouchFiles(
  tx: Queryable,
  fields: FieldModel[],
  record: Values,
  stored: Values | undefined,
): Promise<void> {
  const errors: FieldErrors = {};
  const kept = new Set(stored && fileUses(fields, stored).map(placeOf));
  mapFiles(fields, record, (value, field, pointer) => {
    if (value != null && typeof value !== 'string')
      errors[pointer] = t('%{title} does not exist', { title: t(field.title) });
    return value;
  });
  const uses = fileUses(fields, record).filter((use) => !kept.has(placeOf(use)));
  const files = await findFiles(
    tx,
    uses.map(({ id }) => id),
  );
  for (const { id, field, pointer, rules } of uses) {
    const file = files.get(id);
    const broken = file && brokenFileRule(rules, file);
    if (!file) errors[pointer] = t('%{title} does not exist', { title: t(field.title) });
    else if (broken) errors[pointer] = fileMessage(field, broken);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await touchFiles(tx, [...files.keys()]);
}

type Change = (value: unknown, field: FieldModel, pointer: string) => unknown;

function mapFiles<T extends Values>(fields: FieldModel[], record: T, change: Change): T {
  return mapValues(fields, record, (field, value, pointer) =>
    field.type === 'file' && value !== undefined ? change(value, field, pointer) : value,
  ) as T;
}
