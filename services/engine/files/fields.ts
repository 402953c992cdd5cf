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
import { toStoredFile, findFiles, touchFiles } from './rows.ts';
import { t } from '../../../schemas/texts/translate.ts';

type Values = { [key: string]: unknown };

export function hasFiles(fields: FieldModel[]): boolean {
  let hasFile = false;
  walkFields(fields, (field) => {
    hasFile ||= field.file !== undefined;
  });
  return hasFile;
}

/** The field for files, or for their addresses, at a path as in `FieldModel.path`. */
export function fileFieldAt(model: EntityModel, path: string): FieldModel | undefined {
  let found: FieldModel | undefined;
  walkFields(model.fields, (field) => {
    if (field.file && field.path === path) found = field;
  });
  return found;
}

/** Copies records with each file's id replaced by the file as the API returns it; the id of a deleted file stays. */
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
  const expand = (value: unknown): unknown => {
    const file = typeof value === 'string' ? files.get(value) : undefined;
    return file ? (toStoredFile(file) satisfies StoredFile) : value;
  };
  return records.map((record) => mapFiles(fields, record, expand));
}

interface FileUse {
  id: string;
  field: FieldModel;
  pointer: string;
  /** The rules for the file; for a resized copy, its original may have any size. */
  rules: FileRules;
}

/** The files that a record holds by id or by address. */
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

/** Identifies a file in a field, whatever its position in lists. */
const useKey = ({ id, field }: FileUse): string => `${field.path} ${id}`;

/**
 * Validates the files of a record before it is stored. Those that it held before are not checked again; the others count
 * as used from now on, so that they are not deleted as unused before the record is stored.
 * @throws ApiError 422 naming those that do not exist or that break their field's rules
 */
export async function validateAndTouchFiles(
  tx: Queryable,
  fields: FieldModel[],
  record: Values,
  stored: Values | undefined,
): Promise<void> {
  const errors: FieldErrors = {};
  const storedUses = new Set(stored && fileUses(fields, stored).map(useKey));
  mapFiles(fields, record, (value, field, pointer) => {
    if (value != null && typeof value !== 'string')
      errors[pointer] = t('%{title} does not exist', { title: t(field.title) });
    return value;
  });
  const uses = fileUses(fields, record).filter((use) => !storedUses.has(useKey(use)));
  const files = await findFiles(
    tx,
    uses.map(({ id }) => id),
  );
  for (const { id, field, pointer, rules } of uses) {
    const file = files.get(id);
    const brokenRule = file && brokenFileRule(rules, file);
    if (!file) errors[pointer] = t('%{title} does not exist', { title: t(field.title) });
    else if (brokenRule) errors[pointer] = fileMessage(field, brokenRule);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await touchFiles(tx, [...files.keys()]);
}

type ChangeFile = (value: unknown, field: FieldModel, pointer: string) => unknown;

function mapFiles<T extends Values>(fields: FieldModel[], record: T, changeFile: ChangeFile): T {
  return mapValues(fields, record, (field, value, pointer) =>
    field.type === 'file' && value !== undefined ? changeFile(value, field, pointer) : value,
  ) as T;
}
