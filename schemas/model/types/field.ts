import type { FileRules } from './file.ts';
import type { Json, JsonObject, JsonSchema } from './json.ts';
import type { Match } from './match.ts';

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

export type Tone = 'neutral' | 'planned' | 'info' | 'success' | 'warning' | 'danger';
export type FormMode = 'create' | 'edit';
type FieldMode = 'edit' | 'read' | 'hidden';

export interface Choice {
  value: string | number | boolean;
  label: string;
  tone?: Tone;
  /** A sentence on it. */
  description?: string;
  /** What its group is called. */
  group?: string;
}

export interface ReferenceModel {
  /** Name of the entity that is referred to. */
  entity: string;
  /** Only records that match are offered and accepted. */
  where?: Match;
  /** The picker offers to create a missing record in place. */
  create: boolean;
  /** What the picker says where there is nothing to choose. */
  emptyText?: string;
  /** Deleting the record that is referred to removes the reference, or its holder too; left out, it is refused. */
  onDelete?: 'unset' | 'cascade';
}

export interface ColumnModel {
  sortable: boolean;
  /** Width in pixels. */
  width?: number;
  align: 'left' | 'right' | 'center';
  /** The value can be changed in its cell. */
  edit?: boolean;
  /** Left out of the rows on phones. */
  phone?: false;
  /** Stays where a narrow table has no room for all of its columns. */
  keepWhenNarrow?: boolean;
  /** The tabs of the list in which it is a column; all of them where left out. */
  tabs?: string[];
  /** Name of a field whose value follows in the same cell, where it holds anything. */
  secondaryField?: string;
}

/** How a text's length is counted: what a person sees (`Intl.Segmenter`), or UTF-16 units as the platforms' servers do. */
export type LengthUnit = 'graphemes' | 'utf16';

/** A limit that holds only while a condition does; the strictest of those that hold counts. */
export interface ConditionalLimit {
  when: Match;
  maxLength?: number;
  minLength?: number;
  maxItems?: number;
  minItems?: number;
  /** A type of channel says it in its `channel.json`; it may be laxer than the field's own. */
  fromChannelTypes?: true;
}

/** Rules across the items of one list. */
export interface ListRules {
  /** Values of these item fields (or the items themselves: `""`) must differ, compared trimmed and case-folded. */
  uniqueBy: string[];
  /** What `uniqueBy` compares may stand in one record of the entity only. */
  uniqueAcrossRecords?: boolean;
  /** Items must differ in what stands before this text. */
  uniquePrefixBefore?: string;
  /** Nested lists that must have as many items in every item. */
  equalLength: string[];
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
  /** Has a column of its own beside the document, for conditions that are asked of all records. */
  materialized?: boolean;
  default?: Json;
  /** A value that never changes (`const`); not shown in forms. */
  constant?: Json;
  choices?: Choice[];
  column: ColumnModel | false;
  reference?: ReferenceModel;
  /** `file`: what is taken. */
  file?: FileRules;
  /** Names of fields of the record whose values stand out in this text where rows show it. */
  highlight?: string[];
  /** How a list says the value in words; see `sentence.ts`. */
  sentence?: string;
  /** `json`: the schema of `contents/` that its values keep to. */
  content?: JsonSchema;
  visibleWhen?: Match;
  requiredWhen?: Match;
  readOnlyWhen?: Match;
  mode: Record<FormMode, FieldMode>;
  /** Name of the field beside it whose value must be repeated here. */
  sameAs?: string;
  /** In a form that asks for an action's input: the field of the one chosen record that it begins with. */
  prefillFrom?: string;
  /** Stands as a row that adds it until it holds something. */
  collapsed?: 'empty';
  /** Name of the panel that stands above its input in forms, as long as the field is seen. */
  panelAbove?: string;
  /** It says what stays elsewhere once the record is deleted, and where to remove it. */
  deletionNote?: boolean;
  unique: boolean;
  secret: boolean;
  /** Own message per broken rule; the others come from `DEFAULT_MESSAGES`. */
  messages: Record<string, string>;
  access: { read?: string[]; write?: string[] };
  /** Asked before an existing record is saved with another value here. */
  confirm?: string;
  lengthUnit?: LengthUnit;
  limits: ConditionalLimit[];
  /** Choices are taken in any case and stored as the schema writes them. */
  anyCase?: boolean;
  /** An address that the services call: judged by where it leads when it is stored and whenever it is called. */
  webhook?: boolean;
  /**
   * Set by the system: an id that stays with its object, the place of the list item that holds it (from 0), or the
   * record that the address is below.
   */
  generated?: 'id' | 'index' | 'parent';
  /** Texts may hold `{{name}}`; limits count them with the values filled in. */
  variables: boolean;
  /** Of recipients: the name under which texts have the value; `*` for fields under names of their own. */
  variable?: string;
  /** Values that say nothing of a person: these, and those that end as that field does. */
  variableIgnores?: { values?: readonly string[]; sameEndingAs?: string };
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** Step from one possible number to the next. */
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  /** The value and these numbers beside it are together at most so much. */
  combinedMaximum?: { otherFields: string[]; maximum: number };
  pattern?: string;
  format?: string;
  /** Worked out when it is read, never stored. */
  computed?: ComputedModel;
  /** The value is that of `field` of the record that the reference `by` leads to. */
  derive?: { by: string; field: string };
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

/**
 * `count`: records of another entity whose field `by` refers to this one. `text`: a template over the record's values,
 * with `{{$origin}}` for the address of the services. `verb`: a number that lists ask for after their rows, of the
 * field's own `entity`.
 */
type ComputedModel =
  | { count: { entity: string; by: string; where?: Match }; text?: undefined; verb?: undefined }
  | { count?: undefined; text: string; verb?: undefined }
  | { count?: undefined; text?: undefined; verb: string; entity: string };

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
  sentence?: string;
  fields: FieldModel[];
}
