import { brokenFileRule, fileMessage, type StoredFile } from '../../schemas/model/files.ts';
import { mapValues, walkFields } from '../../schemas/model/fields.ts';
import type { EntityModel, FieldErrors, FieldModel } from '../../schemas/model/types.ts';
import { invalid } from '../plugins/errors.ts';
import type { Queryable } from '../storage/database.ts';
import { asStoredFile, findFiles, touchFiles } from './rows.ts';

type Values = { [key: string]: unknown };

export function hasFiles(fields: FieldModel[]): boolean {
  let found = false;
  walkFields(fields, (field) => {
    found ||= field.type === 'file';
  });
  return found;
}

/** The file field of an entity at a path as in `FieldModel.path`. */
export function fileFieldAt(model: EntityModel, path: string): FieldModel | undefined {
  let found: FieldModel | undefined;
  walkFields(model.fields, (field) => {
    if (field.type === 'file' && field.path === path) found = field;
  });
  return found;
}

/** Copies of records in which each file is what the API answers of it; one that is gone stays its bare id. */
export async function withFiles<T extends Values>(
  db: Queryable,
  fields: FieldModel[],
  records: readonly T[],
): Promise<T[]> {
  const ids = records.flatMap((record) => fileUses(fields, record).map(({ id }) => id));
  const files = await findFiles(db, ids);
  const shown = (value: unknown): unknown => {
    const file = typeof value === 'string' ? files.get(value) : undefined;
    return file ? (asStoredFile(file) satisfies StoredFile) : value;
  };
  return records.map((record) => mapFiles(fields, record, shown));
}

export interface FileUse {
  id: string;
  field: FieldModel;
  pointer: string;
}

/** The files that a record holds. */
export function fileUses(fields: FieldModel[], record: Values): FileUse[] {
  const uses: FileUse[] = [];
  mapFiles(fields, record, (value, field, pointer) => {
    if (typeof value === 'string' && value !== '') uses.push({ id: value, field, pointer });
    return value;
  });
  return uses;
}

/**
 * Accepts the files of a record on its way into the database. Those that it held before are not judged again; the
 * others count as used from now on, so that they are not collected before the record is stored.
 * @throws ApiError 422 naming those that do not exist or that their field does not take
 */
export async function acceptFiles(
  tx: Queryable,
  fields: FieldModel[],
  record: Values,
  stored: Values | undefined,
): Promise<void> {
  const errors: FieldErrors = {};
  const kept = new Set(stored && fileUses(fields, stored).map(({ id }) => id));
  mapFiles(fields, record, (value, field, pointer) => {
    if (value != null && typeof value !== 'string') errors[pointer] = `${field.title} does not exist`;
    return value;
  });
  const uses = fileUses(fields, record).filter(({ id }) => !kept.has(id));
  const files = await findFiles(
    tx,
    uses.map(({ id }) => id),
  );
  for (const { id, field, pointer } of uses) {
    const file = files.get(id);
    const broken = file && field.file && brokenFileRule(field.file, file);
    if (!file) errors[pointer] = `${field.title} does not exist`;
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
