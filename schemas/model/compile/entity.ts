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
  ListModel,
  ListTabsModel,
  Match,
  MenuModel,
  NoticeRule,
  Operation,
  RetiredValues,
  SortModel,
} from '../types.ts';
import { type EventsKeywords, eventsOf, disableUnstatedSorting, listsOfEvents } from './events.ts';
import { compileFields, withoutUndefined } from './field.ts';
import {
  applyStateField,
  lifecycleOf,
  schemaWithState,
  transitionsOf,
  type LifecycleKeywords,
} from './lifecycle.ts';
import { plainSchema } from './plainSchema.ts';
import type { SourceMap } from './origins.ts';
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

/** `x-entity` as the vocabulary allows it; every part optional that has a default. */
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
  list?: Partial<Omit<ListModel, 'sort' | 'tabs' | 'aside' | 'above' | 'below' | 'calendar' | 'preview'>> & {
    sort?: string;
    aside?: PanelKeywords;
    preview?: PanelKeywords;
    below?: PanelKeywords;
    above?: PanelKeywords & { narrowed?: boolean; actions?: string[] };
    calendar?: { by: string; day?: PanelKeywords };
    tabs?:
      | false
      | {
          by: string;
          all?: string;
          allAt?: 'start' | 'end';
          counts?: boolean;
          sort?: Record<string, string>;
          empty?: ListTabsModel['empty'];
        };
  };
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
/** One schema file, references inlined and vocabulary checked, as a model with every default filled in. */
export function compileEntity(name: string, whole: JsonSchema, origins: SourceMap): EntityModel {
  const { schema, retired } = extractRetired(whole, origins);
  const own = schema['x-entity'] as unknown as EntityKeywords;
  const title = schema['title'] as string;
  const plural = own.plural ?? pluralOf(title);
  const fields = compileFields(schema, { path: '', origins });
  const parent = applyParentField(own.parent, fields);
  const lifecycle = lifecycleOf(own.lifecycle);
  applyStateField(
    fields,
    lifecycle,
    own.form?.main &&
      [...own.form.main, ...(own.form.aside ?? [])].flatMap((part) =>
        'fields' in part ? part.fields.flat() : [],
      ),
  );
  const events = eventsOf(own.events);
  disableUnstatedSorting(fields, events, origins);
  const source = events ? 'events' : (own.source ?? 'table');
  const { written } = SOURCES[source];
  const model = withoutUndefined<EntityModel>({
    name,
    title,
    plural,
    counted: own.counted,
    description: schema['description'] as string,
    service: own.service,
    path: own.path,
    source,
    events,
    single: own.single,
    provides: own.provides,
    ordered: own.ordered,
    parent,
    parents: own.parents,
    routes: routesOf(own.route, own.single !== undefined, written),
    menu: menuOf(own.menu, own.single ? title : plural),
    guide: own.guide,
    beforeDeletion: own.beforeDeletion,
    deletionNote: own.deletionNote,
    addLabel: own.addLabel,
    dialogs: own.dialogs?.map(({ reads, ...panel }) => ({
      ...panelOf(panel),
      ...(reads !== undefined && { reads }),
    })),
    tabOf: own.tabOf,
    tabs: own.tabs?.map(({ route, ...panel }) => ({ ...panelOf(panel), route })),
    recordTitle: titleOf(own, title, fields),
    fields,
    list: listOf(
      {
        ...statesAsTabs(fields, lifecycle),
        ...listsOfEvents(events, fields),
        ...(own.ordered !== undefined && { sort: own.ordered }),
        ...own.list,
      },
      fields,
    ),
    form: formOf(own.form ?? {}, fields, schema['description'] as string),
    show: showOf(own.show ?? {}, fields),
    unique: uniqueOf(own.unique ?? [], fields, title),
    exclusive: exclusiveOf(own.exclusive ?? [], fields, title),
    access: accessOf(own.access, own.single === 'me'),
    banner: own.banner && panelOf(own.banner),
    badges: own.badges ?? [],
    notify: own.notify?.map((rule) => ({ until: [], ...rule })),
    actions: [...(own.actions ?? []), ...transitionsOf(own.lifecycle)],
    lifecycle,
    failures: own.failures,
    failureDialog: own.failureDialog,
    features: featuresOf(own.features ?? {}, own.single !== undefined, written),
    retired,
    schema: schemaWithState(plainSchema(schema), lifecycle),
  });
  origins.relate(model, schema);
  return model;
}

function featuresOf(
  { import: taken, formats = {}, ...own }: NonNullable<EntityKeywords['features']>,
  isSingle: boolean,
  isWritten: boolean,
): Features {
  const kept = { history: isWritten, duplicate: isWritten && !isSingle, export: true, views: true };
  return {
    ...kept,
    ...own,
    import: taken ? { key: [taken.key].flat() } : false,
    formats: formatsOf(formats),
  };
}

const formatsOf = (formats: NonNullable<NonNullable<EntityKeywords['features']>['formats']>) =>
  Object.fromEntries(
    Object.entries(formats).map(([id, format]): [string, FormatModel] => [id, { reads: [], ...format }]),
  );

/** Marks the reference to a parent as following from the address: nobody fills it in, and rows need not show it. */
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

/** The address of a nested collection: as it is stated, or below its parent's. */
export function nestedPath({ parent, path }: EntityModel, entities: EntityModel[]): string {
  if (!parent || path.includes('{')) return path;
  const holder = entities.find((one) => one.name === parent.entity);
  return `${holder?.path ?? parent.entity}/{${parent.field}}/${path}`;
}

function routesOf(
  route: EntityKeywords['route'],
  isSingle: boolean,
  isWritten: boolean,
): EntityModel['routes'] {
  if (route === undefined) return false;
  const stated = typeof route === 'string' ? { list: route } : route;
  // One record has one screen.
  if (isSingle) return { list: stated.list, create: stated.list, edit: stated.list };
  const own = `${stated.list}/:id`;
  // What nobody writes is read where others are edited.
  return { create: `${stated.list}/create`, edit: own, ...(!isWritten && { show: own }), ...stated };
}

function menuOf(menu: EntityKeywords['menu'], label: string): MenuModel | false {
  return menu ? { order: 100, icon: 'circle', label, ...menu } : false;
}

/** What a record is called; the only one of its kind may be called like the kind. */
function titleOf({ title, single }: EntityKeywords, kind: string, fields: FieldModel[]): string {
  if (title === undefined && single && !fields.some(({ name }) => name === 'name')) return kind;
  const stated = title ?? 'name';
  return stated.includes('{{') ? stated : `{{${stated}}}`;
}

const OWN_ROWS: Match = { id: { context: 'user.id' } };

function accessOf({ write = [], rows, ...own }: EntityKeywords['access'], isOwn: boolean): AccessModel {
  const access: AccessModel = { read: [], create: write, update: write, delete: write, ...own };
  if (isOwn) access.rows = rows ? { all: [OWN_ROWS, rows] } : OWN_ROWS;
  else if (rows) access.rows = rows;
  return access;
}

function listOf(
  { sort, tabs, aside, above, below, calendar, preview, ...own }: NonNullable<EntityKeywords['list']>,
  fields: FieldModel[],
): ListModel {
  const columns = fields
    .filter((field) => field.column && field.constant === undefined && !field.secret)
    .map((field) => field.name);
  const order = sort ?? '-createdAt';
  return withoutUndefined<ListModel>({
    columns: columns.slice(0, 5),
    search: fields.filter((field) => field.name === 'name' && isOpen(field)).map((field) => field.name),
    filters: fields.filter((field) => field.choices || field.type === 'boolean').map((field) => field.name),
    pageSize: 20,
    layout: 'table',
    ...own,
    sort: sortOf(order),
    tabs: tabs ? tabsOf(tabs, fields) : undefined,
    aside: aside && panelOf(aside),
    preview: preview && panelOf(preview),
    below: below && panelOf(below),
    above: above && {
      ...panelOf(above),
      narrowed: above.narrowed ?? false,
      ...(above.actions && { actions: above.actions }),
    },
    calendar: calendar && { by: calendar.by, ...(calendar.day && { day: panelOf(calendar.day) }) },
  });
}

const sortOf = (stated: string): SortModel => ({
  field: stated.replace(/^-/, ''),
  order: stated.startsWith('-') ? 'DESC' : 'ASC',
});

function tabsOf(
  { sort, ...stated }: Exclude<NonNullable<NonNullable<EntityKeywords['list']>['tabs']>, false>,
  fields: FieldModel[],
): ListTabsModel {
  const orders =
    sort && Object.fromEntries(Object.entries(sort).map(([choice, order]) => [choice, sortOf(order)]));
  const tabs = {
    ...{ counts: true, allAt: 'start' as const, ...stated },
    ...(orders && { sort: orders }),
  };
  const first = fields.find(({ name }) => name === tabs.by)?.choices?.[0];
  const isFirst = first !== undefined && (tabs.all === undefined || tabs.allAt === 'end');
  return isFirst ? { ...tabs, opens: String(first.value) } : tabs;
}

function uniqueOf(sets: string[][], fields: FieldModel[], title: string): EntityModel['unique'] {
  const single = fields.filter((field) => field.unique).map((field) => [field.name]);
  return [...single, ...sets].map((names) => {
    const first = fields.find((field) => field.name === names[names.length - 1]);
    const template = first?.messages['unique'] ?? DEFAULT_MESSAGES['unique'] ?? '';
    return { fields: names, message: first ? formatMessage(template, first, {}) : `${title} already exists` };
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

/** Lists of what has states have tabs over them, unless they are told otherwise. */
function statesAsTabs(fields: FieldModel[], lifecycle: EntityModel['lifecycle']): EntityKeywords['list'] {
  const field = fields.find(({ name }) => name === lifecycle?.field);
  return field?.choices ? { tabs: { by: field.name, all: 'All' } } : {};
}

/** Whoever may read the records may read the field. */
const isOpen = (field: FieldModel): boolean => !field.secret && field.access.read === undefined;

/** Every field that lists, sorting and titles may name: the entity's own and the bookkeeping ones. */
export function allFields(model: Pick<EntityModel, 'fields'>): FieldModel[] {
  return [...model.fields, ...SYSTEM_FIELDS];
}
