import { useResourceContext } from 'react-admin';
import { product } from 'virtual:product';
import { entityOf, isOfParents, readScopedName, scopedName } from '../dataProvider/scope.ts';
import { walkFields } from '../../schemas/model/fields.ts';
import type { FieldModel, FormModel } from '../../schemas/model/types.ts';
import { routeOf } from '../../schemas/model/screens.ts';
import { t } from '../../schemas/texts/translate.ts';

export { product };

/** A model as the console holds it: without its JSON Schema, which comes with the entity's form (`virtual:schemas`). */
export type ConsoleEntity = (typeof product)['entities'][number];
export type ConsoleForm = (typeof product)['forms'][number];

const entities = new Map(product.entities.map((model) => [model.name, model]));

/** A list of the records that those of an entity are below (`x-entity.parents`): each leads on to its own. */
const parentsOf = ({
  name,
  parent,
  parents,
  routes,
  guide,
  fields,
  list,
}: ConsoleEntity): ConsoleEntity[] => {
  const holder = entities.get(parent?.entity ?? '');
  if (!parents || !holder || routes === false) return [];
  const { title, columns = ['name'], ...rest } = parents;
  const { search, sort } = holder.list;
  const above = routes.list.slice(0, routes.list.lastIndexOf('/'));
  return [
    {
      ...holder,
      ...{ name: scopedName(name, ''), plural: title, counted: holder.plural, guide },
      // Like a view that the services keep, it is only read.
      source: 'jobs',
      // A new one is made in its own list.
      routes: { list: above, create: routeOf(holder, 'list'), edit: `${above}/:id` },
      addLabel: t('Open %{plural}', { plural: holder.plural.toLowerCase() }),
      list: {
        ...{ layout: 'table', columns, search, sort, filters: [], pageSize: list.pageSize, ...rest },
        where: fields.find((field) => field.name === parent?.field)?.reference?.where,
      },
      menu: false,
      features: { ...holder.features, export: false, import: false, views: false },
    },
  ];
};

/** All that has screens of lists and records. */
export const screens: ConsoleEntity[] = product.entities.flatMap((model) => [model, ...parentsOf(model)]);
for (const model of screens) entities.set(model.name, model);

const owners = new WeakMap<FieldModel, string>();
const own = ({ name, fields }: Pick<ConsoleEntity, 'name' | 'fields'>): void =>
  walkFields(fields, (field) => void owners.set(field, name));
product.entities.forEach(own);

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

/** Entities of whose fields' variants only the names have come, or none of the steps and examples of their forms. */
const pendingModels = new Set(
  product.entities
    .filter(({ fields, form }) => form.steps || form.start || holdVariants(fields))
    .map(({ name }) => name),
);
function holdVariants(fields: FieldModel[]): boolean {
  let found = false;
  walkFields(fields, ({ variants }) => {
    found ||= variants !== undefined;
  });
  return found;
}

/** Whether all of an entity's model has come; what variants hold, and steps, come with the schema (`loadValidator`). */
export const isModelLoaded = (name: string): boolean => !pendingModels.has(entityOf(name));

/** What comes of a model with its schema: of an entity the fields with variants, of a form all, with how it is laid out. */
interface ModelRest {
  fields: FieldModel[];
  help?: Record<string, Partial<Pick<FieldModel, 'description' | 'messages'>>>;
  steps?: FormModel;
}

const completed = new Set<string>();

/** Takes up what comes with a schema: fields with variants, what forms say of fields, a form with steps or examples. */
export const completeModel = (name: string, { fields, help = {}, steps }: ModelRest): void => {
  const form = forms.get(name);
  if (form && fields.length > 0) {
    forms.set(name, { ...form, fields, form: steps });
    if (form.of) own({ name: form.of, fields });
  }
  const model = entities.get(name);
  if (!model || completed.has(name)) return;
  completed.add(name);
  pendingModels.delete(name);
  if (steps) model.form = steps;
  for (const field of model.fields) {
    Object.assign(
      field,
      help[field.name],
      fields.find((whole) => whole.name === field.name),
    );
  }
  own(model);
};

export const hasEntity = (name: string): boolean => entities.has(entityOf(name));

/** Models of collections below records, by their resource; the ones not used for longest go. */
const scoped = new Map<string, ConsoleEntity>();
const MAX_SCOPED_MODELS = 50;

/** The model of the records below one parent: a resource, and an address, of its own. An entity without one stays. */
export const withinParent = (model: ConsoleEntity, parent: string | undefined): ConsoleEntity => {
  if (!model.parent || parent === undefined) return model;
  const { field } = model.parent;
  const name = scopedName(entityOf(model.name), parent);
  const known = scoped.get(name);
  if (known) return known;
  const made: ConsoleEntity = {
    ...model,
    name,
    path: model.path.replace(`{${field}}`, encodeURIComponent(parent)),
    // A new one begins with the record that it is below.
    fields: model.fields.map((one) => (one.name === field ? { ...one, default: parent } : one)),
  };
  scoped.set(name, made);
  for (const oldest of scoped.keys()) {
    if (scoped.size <= MAX_SCOPED_MODELS) break;
    scoped.delete(oldest);
  }
  return made;
};

/** A form that is no entity (`schemas/forms`), by name. Its fields come with its check (`useFormValidator`); until then it has none. */
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

/** Name of the entity that has the field, at any depth, or whose records a form with it is of; none for other forms' and tests'. */
export const entityOfField = (field: FieldModel): string | undefined => owners.get(field);
