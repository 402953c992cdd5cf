import { DEFAULT_MESSAGES, formatMessage } from '../validationMessages.ts';
import { SOURCES } from '../sources.ts';
import { SYSTEM_FIELDS } from '../systemFields.ts';
import type {
  AccessModel,
  ActionModel,
  BadgeModel,
  EntityModel,
  ExclusiveModel,
  Features,
  FormatModel,
  FieldModel,
  JsonSchema,
  Match,
  MenuModel,
  NoticeRule,
  Operation,
  RetiredValues,
} from '../types.ts';
import { type EventsKeywords, eventsOf, disableUnstatedSorting, listsOfEvents } from './events.ts';
import { compileFields, withoutUndefined } from './field.ts';
import { defaultStateTabs, type ListKeywords, listOf } from './list.ts';
import {
  applyStateField,
  lifecycleOf,
  schemaWithState,
  transitionsOf,
  type LifecycleKeywords,
} from './lifecycle.ts';
import { plainSchema } from './plainSchema.ts';
import type { SourceMap } from './sourceMap.ts';
import {
  formOf,
  type FormKeywords,
  panelOf,
  type PanelKeywords,
  showOf,
  type ShowKeywords,
} from './screens.ts';
import { extractRetired } from './retired.ts';
import { pluralOf } from './titles.ts';

/** `x-entity` as the vocabulary allows it; optional where there is a default. */
interface EntityKeywords {
  retired?: RetiredValues;
  plural?: string;
  counted?: string;
  title?: string;
  service: EntityModel['service'];
  path: string;
  source?: EntityModel['source'];
  events?: EventsKeywords;
  single?: EntityModel['single'];
  provides?: EntityModel['provides'];
  ordered?: string;
  parent?: string;
  parents?: EntityModel['parents'];
  route?: string | { list: string; create?: string; edit?: string; show?: string };
  menu?: false | { group: string; order?: number; icon?: string; label?: string; count?: Match };
  guide?: string;
  beforeDeletion?: string[];
  deletionNote?: string;
  addLabel?: string;
  dialogs?: (PanelKeywords & { reads?: string })[];
  tabOf?: string;
  tabs?: (PanelKeywords & { route: string })[];
  access: { write?: string[]; rows?: Match; screens?: string[] } & Partial<Record<Operation, string[]>>;
  list?: ListKeywords;
  form?: FormKeywords;
  show?: ShowKeywords;
  unique?: string[][];
  exclusive?: { field: string; within?: string[]; onConflict?: ExclusiveModel['onConflict'] }[];
  banner?: PanelKeywords;
  badges?: BadgeModel[];
  notify?: (Omit<NoticeRule, 'until'> & Partial<Pick<NoticeRule, 'until'>>)[];
  actions?: ActionModel[];
  lifecycle?: LifecycleKeywords;
  failures?: EntityModel['failures'];
  failureDialog?: boolean;
  features?: Partial<Omit<Features, 'import' | 'formats'>> & {
    import?: { key: string | string[] };
    formats?: Record<string, Omit<FormatModel, 'reads'> & { reads?: string[] }>;
  };
}
/** Compiles one schema file, references inlined and vocabulary checked, with every default filled in. */
export function compileEntity(name: string, inlined: JsonSchema, origins: SourceMap): EntityModel {
  const { schema, retired } = extractRetired(inlined, origins);
  const keywords = schema['x-entity'] as unknown as EntityKeywords;
  const title = schema['title'] as string;
  const plural = keywords.plural ?? pluralOf(title);
  const fields = compileFields(schema, { path: '', origins });
  const parent = applyParentField(keywords.parent, fields);
  const lifecycle = lifecycleOf(keywords.lifecycle);
  applyStateField(
    fields,
    lifecycle,
    keywords.form?.main &&
      [...keywords.form.main, ...(keywords.form.aside ?? [])].flatMap((part) =>
        'fields' in part ? part.fields.flat() : [],
      ),
  );
  const events = eventsOf(keywords.events);
  disableUnstatedSorting(fields, events, origins);
  const source = events ? 'events' : (keywords.source ?? 'table');
  const { writable } = SOURCES[source];
  const model = withoutUndefined<EntityModel>({
    name,
    title,
    plural,
    counted: keywords.counted,
    description: schema['description'] as string,
    service: keywords.service,
    path: keywords.path,
    source,
    events,
    single: keywords.single,
    provides: keywords.provides,
    ordered: keywords.ordered,
    parent,
    parents: keywords.parents,
    routes: routesOf(keywords.route, keywords.single !== undefined, writable),
    menu: menuOf(keywords.menu, keywords.single ? title : plural),
    guide: keywords.guide,
    beforeDeletion: keywords.beforeDeletion,
    deletionNote: keywords.deletionNote,
    addLabel: keywords.addLabel,
    dialogs: keywords.dialogs?.map(({ reads, ...panel }) => ({
      ...panelOf(panel),
      ...(reads !== undefined && { reads }),
    })),
    tabOf: keywords.tabOf,
    tabs: keywords.tabs?.map(({ route, ...panel }) => ({ ...panelOf(panel), route })),
    recordTitle: titleTemplateOf(keywords, title, fields),
    fields,
    list: listOf(
      {
        ...defaultStateTabs(fields, lifecycle),
        ...listsOfEvents(events, fields),
        ...(keywords.ordered !== undefined && { sort: keywords.ordered }),
        ...keywords.list,
      },
      fields,
    ),
    form: formOf(keywords.form ?? {}, fields, schema['description'] as string),
    show: showOf(keywords.show ?? {}, fields),
    unique: uniqueOf(keywords.unique ?? [], fields, title),
    exclusive: exclusiveOf(keywords.exclusive ?? [], fields, title),
    access: accessOf(keywords.access, keywords.single === 'me'),
    banner: keywords.banner && panelOf(keywords.banner),
    badges: keywords.badges ?? [],
    notify: keywords.notify?.map((rule) => ({ until: [], ...rule })),
    actions: [...(keywords.actions ?? []), ...transitionsOf(keywords.lifecycle)],
    lifecycle,
    failures: keywords.failures,
    failureDialog: keywords.failureDialog,
    features: featuresOf(keywords.features ?? {}, keywords.single !== undefined, writable),
    retired,
    schema: schemaWithState(plainSchema(schema), lifecycle),
  });
  origins.setSchema(model, schema);
  return model;
}

function featuresOf(
  { import: importKeyword, formats = {}, ...own }: NonNullable<EntityKeywords['features']>,
  isSingle: boolean,
  isWritten: boolean,
): Features {
  const defaults = { history: isWritten, duplicate: isWritten && !isSingle, export: true, views: true };
  return {
    ...defaults,
    ...own,
    import: importKeyword ? { key: [importKeyword.key].flat() } : false,
    formats: formatsOf(formats),
  };
}

const formatsOf = (formats: NonNullable<NonNullable<EntityKeywords['features']>['formats']>) =>
  Object.fromEntries(
    Object.entries(formats).map(([id, format]): [string, FormatModel] => [id, { reads: [], ...format }]),
  );

/** Marks the reference to the parent as given by the address: hidden in forms and rows. */
function applyParentField(name: string | undefined, fields: FieldModel[]): EntityModel['parent'] {
  if (name === undefined) return undefined;
  const field = fields.find((one) => one.name === name);
  if (field)
    Object.assign(field, {
      mode: { create: 'hidden', edit: 'hidden' },
      column: false,
      generated: 'parent',
    } satisfies Partial<FieldModel>);
  return { field: name, entity: field?.reference?.entity ?? '' };
}

/** The path of a nested collection: as stated, or below its parent's. */
export function nestedPath({ parent, path }: EntityModel, entities: EntityModel[]): string {
  if (!parent || path.includes('{')) return path;
  const parentEntity = entities.find((one) => one.name === parent.entity);
  return `${parentEntity?.path ?? parent.entity}/{${parent.field}}/${path}`;
}

function routesOf(
  route: EntityKeywords['route'],
  isSingle: boolean,
  isWritten: boolean,
): EntityModel['routes'] {
  if (route === undefined) return false;
  const routes = typeof route === 'string' ? { list: route } : route;
  // A single record has one screen.
  if (isSingle) return { list: routes.list, create: routes.list, edit: routes.list };
  const recordRoute = `${routes.list}/:id`;
  // Read-only records have a page in place of the form.
  return {
    create: `${routes.list}/create`,
    edit: recordRoute,
    ...(!isWritten && { show: recordRoute }),
    ...routes,
  };
}

function menuOf(menu: EntityKeywords['menu'], label: string): MenuModel | false {
  return menu ? { order: 100, icon: 'circle', label, ...menu } : false;
}

/** The template of a record's title; a single record may be titled like its entity. */
function titleTemplateOf(
  { title, single }: EntityKeywords,
  entityTitle: string,
  fields: FieldModel[],
): string {
  if (title === undefined && single && !fields.some(({ name }) => name === 'name')) return entityTitle;
  const template = title ?? 'name';
  return template.includes('{{') ? template : `{{${template}}}`;
}

const OWN_RECORD: Match = { id: { context: 'user.id' } };

function accessOf({ write = [], rows, ...own }: EntityKeywords['access'], isOwn: boolean): AccessModel {
  const access: AccessModel = { read: [], create: write, update: write, delete: write, ...own };
  if (isOwn) access.rows = rows ? { all: [OWN_RECORD, rows] } : OWN_RECORD;
  else if (rows) access.rows = rows;
  return access;
}

function uniqueOf(sets: string[][], fields: FieldModel[], title: string): EntityModel['unique'] {
  const single = fields.filter((field) => field.unique).map((field) => [field.name]);
  return [...single, ...sets].map((names) => {
    const lastField = fields.find((field) => field.name === names[names.length - 1]);
    const template = lastField?.messages['unique'] ?? DEFAULT_MESSAGES['unique'] ?? '';
    return {
      fields: names,
      message: lastField ? formatMessage(template, lastField, {}) : `${title} already exists`,
    };
  });
}

function exclusiveOf(
  stated: NonNullable<EntityKeywords['exclusive']>,
  fields: FieldModel[],
  title: string,
): ExclusiveModel[] {
  return stated.map(({ field: name, within = [], onConflict = 'transfer' }) => {
    const field = fields.find((one) => one.name === name);
    const label = (field?.title ?? name).toLowerCase();
    const message = field?.messages['unique'] ?? `Another ${title.toLowerCase()} is ${label} already`;
    return { field: name, within, onConflict, message };
  });
}

/** Fields that columns, sorting and titles may name: the entity's own and the system fields. */
export function allFields(model: Pick<EntityModel, 'fields'>): FieldModel[] {
  return [...model.fields, ...SYSTEM_FIELDS];
}
