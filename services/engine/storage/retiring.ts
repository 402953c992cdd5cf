import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';

const retiredFieldsCache = new WeakMap<EntityModel, readonly FieldModel[]>();

/** Retired fields whose values stay stored. Cached, because it is called for every change. */
export function retiredStoredFields(model: EntityModel): readonly FieldModel[] {
  let fields = retiredFieldsCache.get(model);
  if (!fields) {
    // Nobody sees them, so nobody can fill them in.
    fields = (model.retired?.fields ?? []).flatMap(({ field }) =>
      field ? [{ ...field, required: false }] : [],
    );
    retiredFieldsCache.set(model, fields);
  }
  return fields;
}

/** Names of retired top-level fields whose values are deleted. */
export function droppedFields({ retired }: EntityModel): string[] {
  return (retired?.fields ?? []).flatMap(({ steps: [name, ...inner], values }) =>
    typeof name === 'string' && inner.length === 0 && values === 'drop' ? [name] : [],
  );
}

/** Whether a top-level field is retired. */
export function isRetired({ retired }: EntityModel, name: string): boolean {
  return (retired?.fields ?? []).some(({ steps }) => steps.length === 1 && steps[0] === name);
}
