import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';

const kept = new WeakMap<EntityModel, readonly FieldModel[]>();

/** Fields that the schema retires and whose values stay stored; asked for at every change. */
export function retiredStoredFields(model: EntityModel): readonly FieldModel[] {
  let fields = kept.get(model);
  if (!fields) {
    // Nobody has to fill in what nobody sees.
    fields = (model.retired?.fields ?? []).flatMap(({ field }) =>
      field ? [{ ...field, required: false }] : [],
    );
    kept.set(model, fields);
  }
  return fields;
}

/** Names of the record's own fields whose values are deleted. */
export function discardedFields({ retired }: EntityModel): string[] {
  return (retired?.fields ?? []).flatMap(({ steps: [name, ...inner], values }) =>
    typeof name === 'string' && inner.length === 0 && values === 'drop' ? [name] : [],
  );
}

/** Whether the schema says what becomes of the values of a field of the record itself. */
export function isRetired({ retired }: EntityModel, name: string): boolean {
  return (retired?.fields ?? []).some(({ steps }) => steps.length === 1 && steps[0] === name);
}
