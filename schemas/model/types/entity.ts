import type { ApprovalRule, LifecycleModel, TransitionModel } from './lifecycle.ts';
import type { EventsModel } from './events.ts';
import type { FieldModel, Tone } from './field.ts';
import type { JsonSchema } from './json.ts';
import type { Match } from './match.ts';
import type { RetiredModel } from './retired.ts';
import type {
  FormModel,
  ListModel,
  MenuModel,
  PanelModel,
  PanelTabModel,
  ParentsModel,
  ShowModel,
} from './screens.ts';

export type ServiceName = 'management' | 'chatbot' | 'campaign';

export interface ExclusiveModel {
  field: string;
  within: string[];
  /** When a second record is marked: `transfer` unmarks the first, `reject` refuses. */
  onConflict: 'transfer' | 'reject';
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
  /**
   * Why it is not possible, where `when` does not hold: the action is then shown disabled; without `else` it is hidden.
   */
  else?: string;
  /** Resources of which the person needs one, as in `access`. */
  access?: string[];
  confirm?: string;
  /** Form in `schemas/forms` for the action's input. */
  input?: string;
  success?: string;
  /** Fields with the action's result, shown in the form's step that has the action. */
  result?: string[];
  tone?: Tone;
  /** Shown as a button beside the record's title rather than in its menu. */
  prominent?: boolean;
  /** The primary next action: the filled button in the form's bar, or beside the title without a form. */
  next?: boolean;
  /** Checks of a module that run before the action, in the order in which they are shown. */
  checks?: string[];
  /** Rules under which it needs approval, which another transition grants. */
  approval?: ApprovalRule[];
  /**
   * The transition that undoes it, and the field with the time until which that is possible; without a field always.
   */
  undo?: { by: string; until?: string };
  /** Set for a transition from one state to another. */
  transition?: TransitionModel;
}

/** A notification: when it is sent, to whom, and what makes it obsolete. */
export interface NoticeRule {
  /** Operations, and events that a module emits. */
  on: string[];
  to: 'author' | 'starter' | { may: string };
  kind: string;
  /** `“{{name}}” was sent`. */
  text: string;
  /** Operations and events that make it obsolete. */
  until: string[];
}

export type Operation = 'read' | 'create' | 'update' | 'delete';
/**
 * Resources (`chatbot.variable`, or a whole product: `cim`) of which a role must grant one for each operation. `rows`
 * limits the visible and editable records by a Match; `screens` lists resources of which one is needed to see the
 * entity's screens, where others only see its records through references.
 */
export type AccessModel = Record<Operation, string[]> & { rows?: Match; screens?: string[] };

/** An import or export format of another program. */
export interface FormatModel {
  /** Label: "Rasa nlu.yml". */
  label: string;
  /** A sentence below the label in the picker. */
  detail?: string;
  /** File extensions that it imports, in lower case with their dot; empty where it is export only. */
  reads: string[];
  /** File extension that it exports; absent where it is import only. */
  writes?: string;
}

export interface Features {
  history: boolean;
  duplicate: boolean;
  /** The list can be exported. */
  export: boolean;
  /** Rows of a file can be imported; `key` lists the fields that identify a row's record. */
  import: false | { key: string[] };
  /** File formats besides CSV and XLSX, by name; implemented by modules. */
  formats: Record<string, FormatModel>;
  /** Views of the list can be saved. */
  views: boolean;
}

export interface EntityModel {
  /** File name without `.schema.json`, kebab case: `message-template`. Also the react-admin resource name. */
  name: string;
  /** Singular and plural: "Variable", "Variables". */
  title: string;
  plural: string;
  /** The plural after a number, where that differs. */
  counted?: string;
  description: string;
  service: ServiceName;
  /**
   * REST collection below `/api/v1/`; a nested one contains its parent's id as `{field}`: `channels/{channel}/links`.
   */
  path: string;
  /** The parent of each record: the field that refers to it, and its entity. */
  parent?: { field: string; entity: string };
  /** The list of the parents. */
  parents?: ParentsModel;
  /** Where its records come from (`sources.ts`). */
  source: SourceName;
  /** How its events are stored, where `source` is `events`. */
  events?: EventsModel;
  /** The role that the services know it by, rather than by its name (`entityRoles.ts`). */
  provides?: 'users' | 'placeholders' | 'recipients' | 'workspace' | 'notifications';
  /** The live number field with each record's place in a manual order. */
  ordered?: string;
  /** It has a single record, per workspace or per person, with a fixed id in addresses (`single.ts`). */
  single?: 'workspace' | 'me';
  /** Console paths, or false for an entity without a screen of its own. `edit` and `show` hold `:id`. */
  routes: { list: string; create: string; edit: string; show?: string } | false;
  menu: MenuModel | false;
  /** The guide's page for its screens. */
  guide?: string;
  /** Actions offered in the confirmation of a deletion. */
  beforeDeletion?: string[];
  /** A note in the confirmation of a deletion. */
  deletionNote?: string;
  /** Label of the create button, and title of the create form. */
  addLabel?: string;
  /**
   * Panels about one record, opened from its row's menu; `reads` is the entity that a person must be allowed to read.
   */
  dialogs?: (PanelModel & { reads?: string })[];
  /** Entity whose list has this one's list as a tab. */
  tabOf?: string;
  /** Panels that are tabs of its list. */
  tabs?: PanelTabModel[];
  /** Template of a record's title: `{{name}} · {{channel}}`. */
  recordTitle: string;
  /** The entity's own fields in schema order; the others are `SYSTEM_FIELDS`. */
  fields: FieldModel[];
  list: ListModel;
  form: FormModel;
  show: ShowModel;
  /** Sets of fields whose combined values are unique, single unique fields included. */
  unique: { fields: string[]; message: string }[];
  /** Booleans of which at most one is true among records with equal values in `within`. */
  exclusive: ExclusiveModel[];
  access: AccessModel;
  /** A panel above a stored record, on its page and above its form. */
  banner?: PanelModel;
  badges: BadgeModel[];
  /** Notifications about its records. */
  notify?: NoticeRule[];
  /** Actions besides the CRUD operations; transitions of the lifecycle come last. */
  actions: ActionModel[];
  lifecycle?: LifecycleModel;
  /** Error messages for failed requests: by `load`, `delete` or the id of an action. */
  failures?: Record<string, string>;
  /** Whether a failed `load` or `delete` is shown in a dialog, whose OK leads back to the list. */
  failureDialog?: boolean;
  features: Features;
  /** Stored values that the schema has retired. */
  retired?: RetiredModel;
  /**
   * Plain JSON Schema for ajv and rjsf: references inlined, without the vocabulary's own keywords and length limits.
   */
  schema: JsonSchema;
}

/** Where an entity's records come from. */
export type SourceName = 'table' | 'events' | 'audit' | 'jobs';
