import type { SchemaValidator } from '../../../../schemas/model/schemaValidator.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleEntity } from '../../product.ts';

/** How a list's chosen values meet those that a record has. */
export type BulkOperation = 'add' | 'remove' | 'set';

/** Types whose values belong to one record alone, or are too large to be laid over many. */
const NEVER_BULK_EDITED = new Set(['list', 'object', 'variants', 'json', 'secret', 'file', 'image']);

/** Fields that the person may change in many records at once. */
export const editableFields = (
  model: ConsoleEntity,
  can: (resources: string[] | undefined) => boolean,
): FieldModel[] => {
  const alone = new Set(
    model.unique.filter(({ fields }) => fields.length === 1).flatMap(({ fields }) => fields),
  );
  return model.fields.filter(
    (field) =>
      !field.readOnly &&
      field.constant === undefined &&
      field.mode.edit === 'edit' &&
      !field.secret &&
      !NEVER_BULK_EDITED.has(field.type) &&
      !alone.has(field.name) &&
      can(field.access.write),
  );
};

export const isListField = ({ type }: FieldModel): boolean => type === 'tags' || type === 'references';

/** The field as the form for many records has it: what other fields say of it differs from record to record. */
export const withoutRecordRules = (field: FieldModel, how: BulkOperation): FieldModel => {
  const { visibleWhen: _v, requiredWhen: _r, readOnlyWhen: _o, ...rest } = field;
  const isPart = isListField(field) && how !== 'set';
  return { ...rest, required: isPart || field.required, ...(isPart && { minItems: 1 }) };
};

/** The check of whole records, asked about some of their fields. */
export const checkOfFields =
  (check: SchemaValidator, fields: FieldModel[]): SchemaValidator =>
  (record) =>
    check(record).filter(({ pointer }) => fields.some(({ name }) => name === pointer.split('/')[1]));
