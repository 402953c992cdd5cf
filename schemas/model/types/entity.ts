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
  /** A record that becomes the one takes the place of the one that was, or is refused. */
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
  /** Why not, where `when` does not hold: it is shown there and cannot be chosen. */
  else?: string;
  /** Resources of which the person needs one, as in access. */
  access?: string[];
  confirm?: string;
  /** Name of a form in `schemas/forms` that asks for the action's input. */
  input?: string;
  success?: string;
  /** Fields that say what came of it, shown where a step of the form has it. */
  result?: string[];
  tone?: Tone;
  /** A button beside the record's title rather than an entry of its menu. */
  prominent?: boolean;
  /** The step onwards: the filled button of a form's bar, or beside the title where there is no form. */
  next?: boolean;
  /** Checks of a module that are made before people do it, in the order in which they are shown. */
  checks?: string[];
  /** When it needs an approval, which only another transition gives. */
  approval?: ApprovalRule[];
  /** The transition that takes it back, and the field with the moment until which that can be done; without one always. */
  undo?: { by: string; until?: string };
  /** It leads a record from one state to another. */
  transition?: TransitionModel;
}

/** Whom to tell of what, and what deals with it. */
export interface NoticeRule {
  /** Operations, and events that a module tells. */
  on: string[];
  to: 'author' | 'starter' | { may: string };
  kind: string;
  /** `“{{name}}” was sent`. */
  text: string;
  /** Operations and events after which nobody needs to be told any more. */
  until: string[];
}

export type Operation = 'read' | 'create' | 'update' | 'delete';
/**
 * Product resources (`chatbot.variable`, or a whole product: `cim`) of which a role must give one for each operation.
 * `rows` narrows which records are seen and touched, as a Match on the record; `screens` are those of which one is needed
 * to see the entity's screens, where others only refer to its records.
 */
export type AccessModel = Record<Operation, string[]> & { rows?: Match; screens?: string[] };

/** Files of another program that records come from or go to. */
export interface FormatModel {
  /** As people call it: "Rasa nlu.yml". */
  label: string;
  /** A sentence below the label, where it is chosen. */
  detail?: string;
  /** Endings of the names of files that it is read from, in small letters with their dot; none where it is only written. */
  reads: string[];
  /** Ending of the name of a file that it is written to; absent where it is only read. */
  writes?: string;
}

export interface Features {
  history: boolean;
  duplicate: boolean;
  /** The list can be saved as a file. */
  export: boolean;
  /** Rows of a file become records; the values of `key` together say which one a row is about. */
  import: false | { key: string[] };
  /** Formats of files beside CSV and XLSX, by name; modules read and write them. */
  formats: Record<string, FormatModel>;
  /** States of the list can be kept under a name. */
  views: boolean;
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
  /** A list of those that have, or may have, some. */
  parents?: ParentsModel;
  /** Where its records are (`sources.ts`). */
  source: SourceName;
  /** How its events are kept, where that is its source. */
  events?: EventsModel;
  /** What the services use its records for without knowing its name (`provided.ts`). */
  provides?: 'users' | 'placeholders' | 'recipients' | 'workspace' | 'notifications';
  /** The number, kept by the services, that says where each record stands in an order that people give them. */
  ordered?: string;
  /** There is one record, of the workspace or of each person; a word stands for its id (`single.ts`). */
  single?: 'workspace' | 'me';
  /** Console paths, or false for an entity without a screen of its own. `edit` and `show` hold `:id`. */
  routes: { list: string; create: string; edit: string; show?: string } | false;
  menu: MenuModel | false;
  /** The page of the guide that its screens open. */
  guide?: string;
  /** Actions that are offered in the question before a record is deleted. */
  beforeDeletion?: string[];
  /** Said in the question before a record is deleted. */
  deletionNote?: string;
  /** The words of the button that makes a new record, and the title of its form. */
  addLabel?: string;
  /** Panels about one record that its row's menu opens; `reads` is the entity that a person must be able to read. */
  dialogs?: (PanelModel & { reads?: string })[];
  /** Entity beside whose list this one's stands as a tab. */
  tabOf?: string;
  /** Panels that stand beside its list as tabs. */
  tabs?: PanelTabModel[];
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
  /** Above a stored record, on its page and above its form. */
  banner?: PanelModel;
  badges: BadgeModel[];
  /** Whom to tell when something happens to a record. */
  notify?: NoticeRule[];
  /** What the schema offers beyond the usual operations; transitions of the lifecycle come last. */
  actions: ActionModel[];
  lifecycle?: LifecycleModel;
  /** Said where the services fail: by `load`, `delete` or the id of an action. */
  failures?: Record<string, string>;
  /** Whether a failed `load` or `delete` is told in a dialog, whose OK leads back to the list. */
  failureDialog?: boolean;
  features: Features;
  /** What is stored of it that the product no longer shows. */
  retired?: RetiredModel;
  /** Plain JSON Schema for ajv and rjsf: references inlined, own keywords and own-counted lengths taken out. */
  schema: JsonSchema;
}

/** Where the records of an entity are. */
export type SourceName = 'table' | 'events' | 'audit' | 'jobs';
