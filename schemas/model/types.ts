import type { FileRules } from './files.ts';
import type { LifecycleModel, TransitionModel } from './lifecycle.ts';

/**
 * The compiled form of the product's configuration. `compile` turns the JSON Schemas into these models once;
 * views and routes read nothing else. Every model is frozen plain data: it survives `JSON.stringify`, so the
 * console's build embeds it and no schema is parsed in the browser.
 */

/** JSON that a schema or a record may hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type JsonSchema = { [key: string]: Json };

/** A stored record as it travels: the entity's own fields beside the bookkeeping ones. */
export type EntityRecord = { id: string; version: number; createdAt: string; updatedAt: string } & {
  [key: string]: Json | undefined;
};

/**
 * A condition as data. Keys are field paths: `status`, `target.kind` relative to the object that holds the field,
 * `/platform` from the record's root; or, since no field's name begins with `$`, `$user.id`, `$user.roles` and `$now`
 * from the context. A plain value means equals, an array means one of. Several keys all have to hold.
 * A text is always itself: where a value comes from the context, `{"context": "user.id"}` stands in its place.
 */
export type Match = { all?: Match[]; any?: Match[]; not?: Match } & {
  [path: string]: MatchTest | Match | Match[] | undefined;
};
/** What the context gives: `user.id`, `user.roles` or `now`. */
export interface ContextReference {
  context: string;
}
export type MatchValue = Json | ContextReference;
export type MatchTest = MatchValue | MatchValue[] | MatchOperators;
export interface MatchOperators {
  exists?: boolean;
  gt?: MatchValue;
  gte?: MatchValue;
  lt?: MatchValue;
  lte?: MatchValue;
  ne?: MatchValue;
  in?: MatchValue[] | ContextReference;
  contains?: MatchValue;
}
export interface MatchContext {
  /** The whole record, for paths that begin with `/`. */
  root?: unknown;
  user?: { id: string; roles: string[] };
  now?: string;
  /** Values in use by `entity.field`, such as the types of the channels that there are. */
  inUse?: ValuesInUse;
}
/** Distinct values of choice fields among all records, by `entity.field`; all choices where there is no record. */
export type ValuesInUse = Record<string, unknown[]>;

export type FieldType =
  | 'text'
  | 'long-text'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'date'
  | 'date-time'
  | 'tags'
  | 'email'
  | 'phone'
  | 'url'
  | 'secret'
  | 'reference'
  | 'references'
  | 'list'
  | 'object'
  | 'variants'
  | 'json'
  | 'image'
  | 'file';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export type ServiceName = 'management' | 'chatbot' | 'campaign';
export type FormMode = 'create' | 'edit';
export type FieldMode = 'edit' | 'read' | 'hidden';

export interface Choice {
  value: string | number | boolean;
  label: string;
  tone?: Tone;
}

export interface ReferenceModel {
  /** Name of the entity that is referred to. */
  entity: string;
  /** Only records that match are offered and accepted. */
  where?: Match;
  /** The picker offers to create a missing record in place. */
  create: boolean;
  /** Deleting the record that is referred to removes the reference, or its holder too; left out, it is refused. */
  onDelete?: 'unset' | 'cascade';
}

export interface ColumnModel {
  sortable: boolean;
  /** Width in pixels. */
  width?: number;
  align: 'left' | 'right' | 'center';
}

/** How a text's length is counted: what a person sees (`Intl.Segmenter`), or UTF-16 units as the platforms' servers do. */
export type Counting = 'graphemes' | 'units';

/** A limit that holds only while a condition does; the strictest of those that hold counts. */
export interface ConditionalLimit {
  when: Match;
  maxLength?: number;
  minLength?: number;
  maxItems?: number;
  minItems?: number;
}

/** Rules across the items of one list. */
export interface ListRules {
  /** Values of these item fields (or the items themselves: `""`) must differ, compared trimmed and case-folded. */
  uniqueBy: string[];
  /** Items must differ in what stands before this text. */
  uniqueBefore?: string;
  /** Nested lists that must have as many items in every item. */
  sameCount: string[];
  /** Fields that every item has or none. */
  allOrNone: string[];
}

export interface FieldModel {
  name: string;
  /** Path from the record's root with `*` for list items and `<tag>` for variants: `messages.*.<carousel>.columns`. */
  path: string;
  /** Plural or singular noun for labels and for messages ("Name is required"). */
  title: string;
  description?: string;
  placeholder?: string;
  type: FieldType;
  /** Editor in forms, by name; defaults to the field type's own. */
  widget: string;
  /** Cell in lists and views, by name; defaults to the field type's own. */
  display: string;
  options: JsonObject;
  required: boolean;
  readOnly: boolean;
  /** Kept by the services beside the document, without versions and history. */
  live?: boolean;
  default?: Json;
  /** A value that never changes (`const`); not shown in forms. */
  constant?: Json;
  choices?: Choice[];
  column: ColumnModel | false;
  reference?: ReferenceModel;
  /** `file`: what is taken. */
  file?: FileRules;
  visibleWhen?: Match;
  requiredWhen?: Match;
  readOnlyWhen?: Match;
  mode: Record<FormMode, FieldMode>;
  /** Name of the field beside it whose value must be repeated here. */
  sameAs?: string;
  unique: boolean;
  secret: boolean;
  /** Own message per broken rule; the others come from `DEFAULT_MESSAGES`. */
  messages: Record<string, string>;
  access: { read?: string[]; write?: string[] };
  /** Asked before an existing record is saved with another value here. */
  confirm?: string;
  counts?: Counting;
  limits: ConditionalLimit[];
  /** Choices are taken in any case and stored as the schema writes them. */
  anyCase?: boolean;
  /**
   * Set by the system: an id that stays with its object, the place of the list item that holds it (from 0), or the
   * record that the address is below.
   */
  generated?: 'id' | 'index' | 'parent';
  /** Texts may hold `{{name}}`; limits count them with the values filled in. */
  variables: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  /** The value and these numbers beside it are together at most so much. */
  sum?: { with: string[]; maximum: number };
  pattern?: string;
  format?: string;
  /** Counted when it is read, never stored: records of another entity whose field `by` refers to this one. */
  computed?: { count: { entity: string; by: string; where?: Match } };
  /** What the field was called when rows were last stored under another name. */
  renamedFrom?: string;
  /** `object`: its fields. */
  fields?: FieldModel[];
  /** `list`: what an item is. */
  item?: FieldModel;
  rules?: ListRules;
  /** `variants`: one object shape per value of the discriminator. */
  variants?: VariantsModel;
}

export interface VariantsModel {
  /** Property whose constant value says which shape it is. */
  discriminator: string;
  options: VariantModel[];
}
export interface VariantModel {
  value: string;
  title: string;
  description?: string;
  icon?: string;
  fields: FieldModel[];
}

export interface SortModel {
  field: string;
  order: 'ASC' | 'DESC';
}

export interface ListModel {
  /** Columns shown at first, by field name; the chooser offers every field that has a column. */
  columns: string[];
  sort: SortModel;
  /** Fields that `keyword` looks in. */
  search: string[];
  filters: string[];
  where?: Match;
  /** Tabs over the choices of one field. `all` labels the tab without a filter; counts are capped. */
  tabs?: { by: string; all?: string; counts: boolean };
  pageSize: number;
  /** `split`: the list stays beside the record that is open. */
  as: 'table' | 'cards' | 'split';
  /** Can be opened beside the list, and stays open over other screens. */
  aside?: PanelModel;
}

/** Something drawn by hand, that the console knows by name. */
export interface PanelModel {
  panel: string;
  label: string;
}

/** One row of a form: names that stand side by side. */
export type FormRow = string[];
export interface FormSection {
  title?: string;
  description?: string;
  rows: FormRow[];
  /** Starts closed and mounts when it is opened. */
  collapsed: boolean;
}
export interface FormModel {
  as: 'page' | 'dialog' | 'tabs' | 'steps';
  main: FormSection[];
  aside: FormSection[];
  /** Stand beside the whole form and follow what is typed. */
  panels: PanelModel[];
}

/** A tab of a record's page. */
export type ShowTab = {
  /** Its name in addresses. */
  id: string;
  label: string;
  icon?: string;
} & (
  | { kind: 'fields'; sections: FormSection[] }
  /** Records of another entity whose field `by` refers to this record. */
  | { kind: 'list'; entity: string; by: string }
  | { kind: 'panel'; panel: string }
);

/** The page that a record is read on. */
export interface ShowModel {
  /** Field with a picture, beside the title. */
  picture?: string;
  /** Fields in the line below the title. */
  meta: string[];
  /** Fields at the side. */
  facts: string[];
  /** None: the sections of the form. */
  tabs: ShowTab[];
}

export interface ExclusiveModel {
  field: string;
  within: string[];
  /** A record that becomes the one takes the place of the one that was, or is refused. */
  on: 'move' | 'refuse';
  message: string;
}

export interface BadgeModel {
  label: string;
  tone: Tone;
  when: Match;
}

export interface ActionModel {
  id: string;
  label: string;
  on: ('row' | 'bulk' | 'record' | 'list')[];
  icon?: string;
  when?: Match;
  /** Why not, where `when` does not hold: it is shown there and cannot be chosen. */
  else?: string;
  /** Resources of which the person needs one, as in access. */
  access?: string[];
  confirm?: string;
  /** Name of a form in `schemas/forms` that asks for the action's input. */
  input?: string;
  success?: string;
  tone?: Tone;
  /** It leads a record from one state to another. */
  transition?: TransitionModel;
}

export type Operation = 'read' | 'create' | 'update' | 'delete';
/**
 * Product resources (`chatbot.variable`, or a whole product: `cim`) of which a role must give one for each operation.
 * `rows` narrows which records are seen and touched, as a Match on the record.
 */
export type AccessModel = Record<Operation, string[]> & { rows?: Match };

export interface Features {
  history: boolean;
  duplicate: boolean;
  /** The list can be saved as a file. */
  export: boolean;
  /** Rows of a file become records; the values of `key` together say which one a row is about. */
  import: false | { key: string[] };
  /** States of the list can be kept under a name. */
  views: boolean;
}

export interface MenuModel {
  /** Group path in the side menu: `chatbot.content`, or `main`. */
  group: string;
  order: number;
  icon: string;
  label: string;
}

export interface EntityModel {
  /** File name without `.schema.json`, kebab case: `message-template`. Also the react-admin resource name. */
  name: string;
  /** Singular and plural for people: "Variable", "Variables". */
  title: string;
  plural: string;
  /** The plural beside a number, where that is another word. */
  counted?: string;
  description: string;
  service: ServiceName;
  /** REST collection below `/api/v1/`; below a parent with that one's id as `{field}`: `channels/{channel}/links`. */
  path: string;
  /** The record that each one belongs to: the field that refers to it, and what it is. */
  parent?: { field: string; entity: string };
  /** Where its records are: a table of its own, or a view that the services keep; a view is only read. */
  source: 'table' | 'audit' | 'jobs';
  /** There is one record, of the workspace or of each person; a word stands for its id (`single.ts`). */
  single?: 'workspace' | 'me';
  /** Console paths, or false for an entity without a screen of its own. `edit` and `show` hold `:id`. */
  routes: { list: string; create: string; edit: string; show?: string } | false;
  menu: MenuModel | false;
  /** Entity beside whose list this one's stands as a tab. */
  tabOf?: string;
  /** Template of a record's name: `{{name}} · {{channel}}`. */
  recordTitle: string;
  /** The entity's own fields in schema order; bookkeeping fields are in `SYSTEM_FIELDS`. */
  fields: FieldModel[];
  list: ListModel;
  form: FormModel;
  show: ShowModel;
  /** Sets of fields whose values together occur once, single unique fields included. */
  unique: { fields: string[]; message: string }[];
  /** Truth values of which at most one is true among the records that are the same in `within`. */
  exclusive: ExclusiveModel[];
  access: AccessModel;
  badges: BadgeModel[];
  /** What the schema offers beyond the usual operations; transitions of the lifecycle come last. */
  actions: ActionModel[];
  lifecycle?: LifecycleModel;
  features: Features;
  /** Plain JSON Schema for ajv and rjsf: references inlined, own keywords and own-counted lengths taken out. */
  schema: JsonSchema;
}

/** A form that is no entity (`schemas/forms`): the same fields, rules and messages, no storage. */
export interface FormSchemaModel {
  name: string;
  title: string;
  description: string;
  fields: FieldModel[];
  /** Label of the button that sends it. */
  submit: string;
  /** Entity whose records people change by this form where they are their own (`{path}/me`), whatever their role. */
  of?: string;
  schema: JsonSchema;
}

export interface ProductModel {
  entities: EntityModel[];
  forms: FormSchemaModel[];
  /** What the roles may do, from `schemas/access.json`. */
  access: AccessTable;
  /** Menu groups in order, from `schemas/menu.json`. */
  menu: MenuGroup[];
}
export interface MenuGroup {
  /** `chatbot.content` lies inside `chatbot`. */
  id: string;
  label?: string;
  icon?: string;
  order: number;
}

/** Role × product resource × operations; the one place where rights are written. */
export interface AccessTable {
  /** Product → its resources. */
  products: Record<string, string[]>;
  /** What roles may be given beside read, create, update, delete and the actions of the entities. */
  operations?: string[];
  /** Role → resource (`chatbot.variable`), or a whole product → operations, or `*` for all. */
  roles: Record<string, Record<string, string[]>>;
}

/** A mistake in the configuration, told so that it can be mended without reading code. */
export interface SchemaProblem {
  file: string;
  /** JSON pointer into the file. */
  path: string;
  message: string;
}

/** Messages by JSON pointer into the record (`/messages/0/text`); empty when all is well. */
export type FieldErrors = Record<string, string>;
