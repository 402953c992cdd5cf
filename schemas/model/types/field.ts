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
  /** A sentence about it. */
  description?: string;
  /** Label of its group. */
  group?: string;
}

export interface ReferenceModel {
  /** Referenced entity. */
  entity: string;
  /** Only matching records are offered and accepted. */
  where?: Match;
  /** The picker offers to create a missing record in a dialog. */
  create: boolean;
  /** The picker's text without any options. */
  emptyText?: string;
  /**
   * On deletion of the referenced record: `unset` clears the reference, `cascade` deletes this record too; undefined
   * refuses the deletion.
   */
  onDelete?: 'unset' | 'cascade';
}

export interface ColumnModel {
  sortable: boolean;
  /** Width in pixels. */
  width?: number;
  align: 'left' | 'right' | 'center';
  /** The value can be changed in its cell. */
  edit?: boolean;
  /** Hidden on phones. */
  phone?: false;
  /** Shown even where a narrow table drops columns. */
  keepWhenNarrow?: boolean;
  /** The list's tabs that have the column; undefined for all. */
  tabs?: string[];
  /** Field whose value follows in the same cell, if it has one. */
  secondaryField?: string;
}

/**
 * How a text's length is counted: as people see it (`Intl.Segmenter`), or in UTF-16 units as the platforms' servers do.
 */
export type LengthUnit = 'graphemes' | 'utf16';

/** A limit that holds while its condition does; the strictest limit that holds counts. */
export interface ConditionalLimit {
  when: Match;
  maxLength?: number;
  minLength?: number;
  maxItems?: number;
  minItems?: number;
  /** Comes from a `channel.json`; it may be laxer than the field's own. */
  fromChannelTypes?: true;
}

/** Rules across the items of one list. */
export interface ListRules {
  /** Item fields (or `""`, the items themselves) whose values must differ, compared trimmed and case-folded. */
  uniqueBy: string[];
  /** `uniqueBy` applies across all records of the entity. */
  uniqueAcrossRecords?: boolean;
  /** Items must differ in the part before this text. */
  uniquePrefixBefore?: string;
  /** Nested lists that must have the same length in every item. */
  equalLength: string[];
  /** Fields that either all items have or none. */
  allOrNone: string[];
}

export interface FieldModel {
  name: string;
  /** Path from the record's root, with `*` for list items and `<tag>` for variants: `messages.*.<carousel>.columns`. */
  path: string;
  /** Noun for labels and messages ("Name is required"). */
  title: string;
  description?: string;
  placeholder?: string;
  type: FieldType;
  /** Name of the editor in forms; by default the field type's. */
  widget: string;
  /** Name of the cell in lists and views; by default the field type's. */
  display: string;
  options: JsonObject;
  required: boolean;
  readOnly: boolean;
  /** Written by the services alone and stored beside the document, without versions and history. */
  live?: boolean;
  /** Stored in a column beside the document as well, for conditions over all records. */
  materialized?: boolean;
  default?: Json;
  /** Fixed value (`const`); not shown in forms. */
  constant?: Json;
  choices?: Choice[];
  column: ColumnModel | false;
  reference?: ReferenceModel;
  /** `file`: the accepted files. */
  file?: FileRules;
  /** Fields whose values are highlighted in this text in list rows. */
  highlight?: string[];
  /** Template for a list's text of the value (`sentence.ts`). */
  sentence?: string;
  /** `json`: the schema in `contents/` for its values. */
  content?: JsonSchema;
  visibleWhen?: Match;
  requiredWhen?: Match;
  readOnlyWhen?: Match;
  mode: Record<FormMode, FieldMode>;
  /** Sibling field whose value must be repeated here. */
  sameAs?: string;
  /** In an action's input form: the selected record's field that prefills this one. */
  prefillFrom?: string;
  /** Optional: while empty it is a button that adds it. */
  collapsed?: 'empty';
  /** Panel above its input, while the field is visible. */
  panelAbove?: string;
  /** Its text is shown when the record is deleted: what remains elsewhere, and where to remove it. */
  deletionNote?: boolean;
  unique: boolean;
  secret: boolean;
  /** Messages by rule; the others are in `DEFAULT_MESSAGES`. */
  messages: Record<string, string>;
  access: { read?: string[]; write?: string[] };
  /** Confirmation question before a changed value of an existing record is saved. */
  confirm?: string;
  lengthUnit?: LengthUnit;
  limits: ConditionalLimit[];
  /** Choices match in any case and are stored in the schema's. */
  anyCase?: boolean;
  /** A URL that the services call: checked for where it leads when it is stored and on every call. */
  webhook?: boolean;
  /** Set by the system: a permanent id of its object, the index of its list item (from 0), or the parent record. */
  generated?: 'id' | 'index' | 'parent';
  /** Texts may contain `{{name}}`; limits count the filled-in text. */
  variables: boolean;
  /** Of recipients: the variable's name; `*` where each property is a variable of its name. */
  variable?: string;
  /** Values that are placeholders rather than data: these, and those that end as the other field does. */
  variableIgnores?: { values?: readonly string[]; sameEndingAs?: string };
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** Step between valid numbers. */
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  /** Maximum of the sum with these sibling fields. */
  combinedMaximum?: { otherFields: string[]; maximum: number };
  pattern?: string;
  format?: string;
  /** Computed when read, never stored. */
  computed?: ComputedModel;
  /** Copied from `field` of the record that the reference `by` points to. */
  derive?: { by: string; field: string };
  /** Former name, under which stored rows may still have its value. */
  renamedFrom?: string;
  /** `object`: its fields. */
  fields?: FieldModel[];
  /** `list`: the model of an item. */
  item?: FieldModel;
  rules?: ListRules;
  /** `variants`: one object shape per value of the discriminator. */
  variants?: VariantsModel;
}

/**
 * `count`: the number of another entity's records whose field `by` refers to this one. `text`: a template over the
 * record's values, with `{{$origin}}` for the services' address. `verb`: a number that lists fetch after their rows,
 * with a verb of the field's `entity`.
 */
type ComputedModel =
  | { count: { entity: string; by: string; where?: Match }; text?: undefined; verb?: undefined }
  | { count?: undefined; text: string; verb?: undefined }
  | { count?: undefined; text?: undefined; verb: string; entity: string };

export interface VariantsModel {
  /** Property whose constant selects the shape. */
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
