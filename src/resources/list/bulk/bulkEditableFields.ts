import type { SchemaValidator } from '../../../../schemas/model/schemaValidator.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleEntity } from '../../product.ts';

/** How the entered values change a record's list of values. */
export type BulkOperation = 'add' | 'remove' | 'set';

/** Types that make no sense to set in many records. */
const NEVER_BULK_EDITED = new Set(['list', 'object', 'variants', 'json', 'secret', 'file', 'image']);

/** Fields that the user may edit in many records at once. */
export const findBulkEditableFields = (
  model: ConsoleEntity,
  can: (resources: string[] | undefined) => boolean,
): FieldModel[] => {
  const uniqueFields = new Set(
    model.unique.filter(({ fields }) => fields.length === 1).flatMap(({ fields }) => fields),
  );
  return model.fields.filter(
    (field) =>
      !field.readOnly &&
      field.constant === undefined &&
      field.mode.edit === 'edit' &&
      !field.secret &&
      !NEVER_BULK_EDITED.has(field.type) &&
      !uniqueFields.has(field.name) &&
      can(field.access.write),
  );
};

export const isListField = ({ type }: FieldModel): boolean => type === 'tags' || type === 'references';

/** The field for the bulk form, without rules that depend on other fields of a record. */
export const withoutRecordRules = (field: FieldModel, how: BulkOperation): FieldModel => {
  const { visibleWhen: _v, requiredWhen: _r, readOnlyWhen: _o, ...rest } = field;
  const isAddOrRemove = isListField(field) && how !== 'set';
  return { ...rest, required: isAddOrRemove || field.required, ...(isAddOrRemove && { minItems: 1 }) };
};

/** Restricts a validator of whole records to some fields. */
export const limitValidatorToFields =
  (check: SchemaValidator, fields: FieldModel[]): SchemaValidator =>
  (record) =>
    check(record).filter(({ pointer }) => fields.some(({ name }) => name === pointer.split('/')[1]));
