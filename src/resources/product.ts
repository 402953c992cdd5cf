import { useResourceContext } from 'ra-core';
import { product } from 'virtual:product';
import { walkFields } from '../../schemas/model/fields.ts';
import type { FieldModel } from '../../schemas/model/types.ts';

export { product };

/** A model as the console holds it: without its JSON Schema, which comes with the entity's form (`virtual:schemas`). */
export type ConsoleEntity = (typeof product)['entities'][number];
export type ConsoleForm = (typeof product)['forms'][number];

const entities = new Map(product.entities.map((model) => [model.name, model]));
const forms = new Map(product.forms.map((form) => [form.name, form]));

/**
 * The model of an entity by its name, which is also its react-admin resource name.
 * @throws when the product has no such entity; ask `hasEntity` first where that is possible.
 */
export const entityByName = (name: string): ConsoleEntity => {
  const model = entities.get(name);
  if (!model) throw new Error(`There is no entity named "${name}".`);
  return model;
};

export const hasEntity = (name: string): boolean => entities.has(name);

/** A form that is no entity (`schemas/forms`), by name. */
export const formByName = (name: string): ConsoleForm => {
  const form = forms.get(name);
  if (!form) throw new Error(`There is no form named "${name}".`);
  return form;
};

/** The model of the entity whose screen this is, from react-admin's resource context. */
export const useEntity = (): ConsoleEntity => {
  const resource = useResourceContext();
  if (!resource) throw new Error('useEntity needs a ResourceContext above it.');
  return entityByName(resource);
};

const owners = new WeakMap<FieldModel, string>();
for (const model of product.entities) walkFields(model.fields, (field) => owners.set(field, model.name));

/** Name of the entity that has the field, at any depth; none for the fields of forms and tests. */
export const entityOfField = (field: FieldModel): string | undefined => owners.get(field);
