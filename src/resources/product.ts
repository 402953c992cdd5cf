import { useResourceContext } from 'react-admin';
import { product } from 'virtual:product';
import { entityOf, isOfParents, readScopedName, scopedName } from '../dataProvider/scope.ts';
import { walkFields } from '../../schemas/model/fields.ts';
import type { FieldModel, FormModel } from '../../schemas/model/types.ts';
import { routeOf } from '../../schemas/model/screens.ts';
import { t } from '../../schemas/texts/translate.ts';

export { product };

/** A model in the console: without its JSON Schema, which loads with the entity's form (`virtual:schemas`). */
export type ConsoleEntity = (typeof product)['entities'][number];
export type ConsoleForm = (typeof product)['forms'][number];

const entities = new Map(product.entities.map((model) => [model.name, model]));

/** Builds the list of the parents of a nested entity (`x-entity.parents`), whose rows open the lists below them. */
const buildParentLists = ({
  name,
  parent,
  parents,
  routes,
  guide,
  fields,
  list,
}: ConsoleEntity): ConsoleEntity[] => {
  const parentModel = entities.get(parent?.entity ?? '');
  if (!parents || !parentModel || routes === false) return [];
  const { title, columns = ['name'], ...rest } = parents;
  const { search, sort } = parentModel.list;
  const basePath = routes.list.slice(0, routes.list.lastIndexOf('/'));
  return [
    {
      ...parentModel,
      ...{ name: scopedName(name, ''), plural: title, counted: parentModel.plural, guide },
      // Read-only, like an entity of jobs.
      source: 'jobs',
      // Records are created in the parent's own list.
      routes: { list: basePath, create: routeOf(parentModel, 'list'), edit: `${basePath}/:id` },
      addLabel: t('Open %{plural}', { plural: parentModel.plural.toLowerCase() }),
      list: {
        ...{ layout: 'table', columns, search, sort, filters: [], pageSize: list.pageSize, ...rest },
        where: fields.find((field) => field.name === parent?.field)?.reference?.where,
      },
      menu: false,
      features: { ...parentModel.features, export: false, import: false, views: false },
    },
  ];
};

/** The models that have pages. */
export const screens: ConsoleEntity[] = product.entities.flatMap((model) => [
  model,
  ...buildParentLists(model),
]);
for (const model of screens) entities.set(model.name, model);

const owners = new WeakMap<FieldModel, string>();
const registerOwner = ({ name, fields }: Pick<ConsoleEntity, 'name' | 'fields'>): void =>
  walkFields(fields, (field) => void owners.set(field, name));
product.entities.forEach(registerOwner);

const forms = new Map(product.forms.map((form) => [form.name, form]));

/**
 * The model of an entity by its name, which is also its react-admin resource name.
 * @throws when the product has no such entity; ask `hasEntity` first where that is possible.
 */
export const entityByName = (name: string): ConsoleEntity => {
  const { entity, parent } = readScopedName(name);
  const model = entities.get(isOfParents(name) ? name : entity);
  if (!model) throw new Error(`There is no entity named "${name}".`);
  return withinParent(model, parent);
};

/** Entities whose variants, steps or examples are not loaded yet. */
const pendingModels = new Set(
  product.entities
    .filter(({ fields, form }) => form.steps || form.start || hasVariants(fields))
    .map(({ name }) => name),
);
function hasVariants(fields: FieldModel[]): boolean {
  let found = false;
  walkFields(fields, ({ variants }) => {
    found ||= variants !== undefined;
  });
  return found;
}

/** Whether the whole model of an entity is loaded; variants and steps load with the schema (`loadValidator`). */
export const isModelLoaded = (name: string): boolean => !pendingModels.has(entityOf(name));

/** The part of a model that loads with its schema: fields with variants, help texts and steps; of a form everything. */
interface DeferredModel {
  fields: FieldModel[];
  help?: Record<string, Partial<Pick<FieldModel, 'description' | 'messages'>>>;
  steps?: FormModel;
}

const completedNames = new Set<string>();

/** Completes a model with the part that loaded with its schema. */
export const completeModel = (name: string, { fields, help = {}, steps }: DeferredModel): void => {
  const form = forms.get(name);
  if (form && fields.length > 0) {
    forms.set(name, { ...form, fields, form: steps });
    if (form.of) registerOwner({ name: form.of, fields });
  }
  const model = entities.get(name);
  if (!model || completedNames.has(name)) return;
  completedNames.add(name);
  pendingModels.delete(name);
  if (steps) model.form = steps;
  for (const field of model.fields) {
    Object.assign(
      field,
      help[field.name],
      fields.find((whole) => whole.name === field.name),
    );
  }
  registerOwner(model);
};

export const hasEntity = (name: string): boolean => entities.has(entityOf(name));

/** Models of nested collections, by resource; the oldest are evicted. */
const scopedModels = new Map<string, ConsoleEntity>();
const MAX_SCOPED_MODELS = 50;

/** The model of the records below one parent, with a resource name and a path of its own; other entities as they are. */
export const withinParent = (model: ConsoleEntity, parent: string | undefined): ConsoleEntity => {
  if (!model.parent || parent === undefined) return model;
  const { field } = model.parent;
  const name = scopedName(entityOf(model.name), parent);
  const cached = scopedModels.get(name);
  if (cached) return cached;
  const scopedModel: ConsoleEntity = {
    ...model,
    name,
    path: model.path.replace(`{${field}}`, encodeURIComponent(parent)),
    // New records default to this parent.
    fields: model.fields.map((one) => (one.name === field ? { ...one, default: parent } : one)),
  };
  scopedModels.set(name, scopedModel);
  for (const oldest of scopedModels.keys()) {
    if (scopedModels.size <= MAX_SCOPED_MODELS) break;
    scopedModels.delete(oldest);
  }
  return scopedModel;
};

/** A form of `schemas/forms` by name. Its fields load with its validator (`useFormValidator`); until then it has none. */
export const formByName = (name: string): ConsoleForm => {
  const form = forms.get(name);
  if (!form) throw new Error(`There is no form named "${name}".`);
  return form;
};

/** The model of an entity or of a form. */
export const modelNamed = (name: string): ConsoleEntity | ConsoleForm =>
  hasEntity(name) ? entityByName(name) : formByName(name);

/** The model of the entity whose screen this is, from react-admin's resource context. */
export const useEntity = (): ConsoleEntity => {
  const resource = useResourceContext();
  if (!resource) throw new Error('useEntity needs a ResourceContext above it.');
  return entityByName(resource);
};

/** Name of the entity that has the field, at any depth, also of a form of its records; undefined for other forms. */
export const entityOfField = (field: FieldModel): string | undefined => owners.get(field);
