import type { OneTimeSecret, RecordResponse } from './recordResponse.ts';
import type { CheckResult, ConfirmedWarning } from '../../../schemas/model/responses.ts';
import type { EntityModel, EntityRecord, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import type { Principal } from '../http/access.ts';
import type { Queryable } from '../storage/database.ts';
import type { FileFormat } from './fileFormat.ts';
import type { ImportLayout } from './importLayout.ts';
import type { Authors } from './authors.ts';
import type { Catalog } from './catalog.ts';
import type { Entities } from '../../../schemas/generated/types.ts';
import type { RecordWriter } from './write/recordWriter.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ActionCall {
  model: EntityModel;
  /** The record that the verb is about; absent for verbs of the whole collection. */
  record?: EntityRecord;
  /** Of a handler that works `together`: all records that were chosen. */
  records?: readonly EntityRecord[];
  /** The request's body, checked against the action's `input` form where it names one. */
  input: Record<string, unknown>;
  user: Principal;
  /** Where the request came from, for the audit log. */
  address?: string;
  /**
   * Changes fields of the record as an update does, hooks and history included; the verb is the change's operation.
   * Where the verb is a transition, this makes it. Without a record it refuses. The answer is the record as the person may see it, with what is shown once.
   */
  change(fields: Record<string, unknown>): Promise<RecordResponse>;
  /** Told by a verb that only reads: as of when, where a replica answered. */
  onReplicaRead?: (asOf: Date | undefined) => void;
  /** For a verb of the collection: a verb on one record, with the same person's rights. */
  runOnRecord?(id: string, verb: string): Promise<unknown>;
}

/** A domain verb: `POST {path}/{id}/{verb}` with a record, `POST {path}/{verb}` without. Its result is the answer. */
export interface ActionHandler {
  on: 'record' | 'list';
  /** Default POST. A GET takes its input from the query. */
  method?: Method;
  /** What the person must be allowed; by default the verb's own right, as the schema's action gives it. */
  operation?: string;
  /** The form that its input is judged by, where no action of the schema names one. */
  input?: string;
  /** What it answers: an entity or form by name, or a JSON Schema. For the description of the API. */
  output?: string | JsonObject;
  /** Several chosen records are one call, which holds for all of them or for none; transitions it makes itself. */
  isBatch?: boolean;
  run(call: ActionCall): Promise<unknown>;
}

/** One change of one record on its way into the database. Everything a hook does with `tx` holds or falls with it. */
export interface RecordWrite {
  model: EntityModel;
  catalog: Catalog;
  tx: Queryable;
  /** The person whose change it is; absent when it is the services' own. */
  user?: Principal;
  /** `create`, `update`, `delete`, `duplicate`, `restore`, the domain verb or the transition. */
  operation: string;
  id: string;
  /** What the person was asked for, where a transition asks for something. */
  input?: Record<string, unknown>;
  /** Warnings that the person confirmed; the history keeps them. */
  confirmed?: readonly ConfirmedWarning[];
  /** As it is stored before the change; absent when it is created. */
  before?: EntityRecord;
  /** What will be stored, judged already; a hook may change it. Empty when it is deleted. */
  draft: Record<string, unknown>;
  /** Changes of other records in this transaction, in the name of the same person but not held by that person's rights. */
  records<Name extends keyof Entities>(entity: Name): RecordWriter<Entities[Name]>;
  /** Names of people, to be read again when one has changed. */
  authors: Authors;
  /** Shows something in the answer to this change, once. */
  revealOnce(once: OneTimeSecret): void;
  /** Runs when the change is stored for good: messages, mails. Its failure is logged and does not undo the change. */
  afterCommit(work: () => Promise<void>): void;
}

/** What else belongs to a change of an entity's records. Throwing an ApiError refuses the change and undoes all of it. */
export interface EntityHooks {
  beforeCreate?(write: RecordWrite): Promise<void>;
  afterCreate?(write: RecordWrite, record: EntityRecord): Promise<void>;
  beforeUpdate?(write: RecordWrite & { before: EntityRecord }): Promise<void>;
  /** Resolves to the record where it changed it once more: that is what is answered. */
  afterUpdate?(
    write: RecordWrite & { before: EntityRecord },
    record: EntityRecord,
  ): Promise<EntityRecord | undefined | void>;
  /**
   * Asked where a person deletes a record that nothing holds back: whether something outside has to be undone first. It
   * begins that, in the transaction, and marks the record, which stays until the services delete it (`SYSTEM`).
   */
  postponeDelete?(write: RecordWrite & { before: EntityRecord }): Promise<boolean>;
  /** Runs before it is looked whether the record is still used. */
  beforeDelete?(write: RecordWrite & { before: EntityRecord }): Promise<void>;
  afterDelete?(write: RecordWrite & { before: EntityRecord }): Promise<void>;
}

/** What the domain tells of a person's own record (`{path}/me`) beside what is stored. */
export interface OwnRecordAdditions {
  /** JSON Schemas of the values, for the description of the API. */
  properties: JsonObject;
  values(services: { db: Queryable; catalog: Catalog }): Promise<JsonObject>;
}

/** What a check of an action works with. */
export interface CheckCall {
  /** As it is stored. */
  record: EntityRecord;
  /** The action that is about to be done. */
  action: string;
  user: Principal;
  /** Ends when the person no longer waits, or it takes too long. */
  signal: AbortSignal;
}

/** What a check has found; the registry adds its name and its words. */
export type CheckFinding = Omit<CheckResult, 'id' | 'label' | 'digest'> & {
  /** What a confirmation of it holds for, where its sentence has a number that changes by itself; else for what it says. */
  digestKey?: string;
  /** Said at the field where it stops the action, instead of the sentence. */
  fields?: FieldErrors;
};

/** One thing that is looked at before people do something with a record: `"checks": ["links"]` of an action. */
export interface ActionCheck {
  /** What it looks at, as people read it; a text of the catalogue. */
  label: string;
  /**
   * Undefined where there is nothing to look at: it is left out of the list. A function says the finding in the language
   * that holds; a confirmation of it holds for its English, whatever is spoken.
   */
  run(call: CheckCall): Promise<CheckFinding | (() => CheckFinding) | undefined>;
}

/** What a module counts of a record, for rules of approval: `{"$figures.reach": {"gte": 1000}}`. */
export interface RecordFigure {
  /** What it counts, as people read it. */
  label: string;
  /** Null where nobody knows it: a rule of approval takes it for as large as can be. */
  run(record: EntityRecord): Promise<number | null>;
}

/** Modules add handlers and hooks here; the generic routes look them up by entity and verb. */
export class ActionRegistry {
  private readonly handlers = new Map<string, ActionHandler>();
  private readonly layouts = new Map<string, ImportLayout>();
  private readonly formats = new Map<string, FileFormat>();
  private readonly hooks = new Map<string, EntityHooks[]>();

  private readonly checks = new Map<string, ActionCheck>();
  private readonly figures = new Map<string, RecordFigure>();
  private readonly ownRecords = new Map<string, OwnRecordAdditions>();
  private readonly notifyEvents = new Map<string, readonly string[]>();

  register(entity: string, verb: string, handler: ActionHandler): void {
    const key = `${entity}/${handler.on}/${handler.method ?? 'POST'}/${verb}`;
    if (this.handlers.has(key)) throw new Error(`The verb ${verb} of ${entity} is registered twice`);
    this.handlers.set(key, handler);
  }

  find(
    entity: string,
    on: ActionHandler['on'],
    verb: string,
    method: Method = 'POST',
  ): ActionHandler | undefined {
    return this.handlers.get(`${entity}/${on}/${method}/${verb}`);
  }

  /** Handlers of an entity, for the description of the API. */
  handlersOf(entity: string): { verb: string; handler: ActionHandler }[] {
    const own = [...this.handlers].filter(([key]) => key.startsWith(`${entity}/`));
    return own.map(([key, handler]) => ({ verb: key.slice(key.lastIndexOf('/') + 1), handler }));
  }

  /** @throws Error for a name that the entity has already */
  addCheck(entity: string, name: string, check: ActionCheck): void {
    const key = `${entity}/${name}`;
    if (this.checks.has(key)) throw new Error(`The check ${name} of ${entity} is registered twice`);
    this.checks.set(key, check);
  }

  findCheck(entity: string, name: string): ActionCheck | undefined {
    return this.checks.get(`${entity}/${name}`);
  }

  checkNames(entity: string): string[] {
    const own = [...this.checks.keys()].filter((key) => key.startsWith(`${entity}/`));
    return own.map((key) => key.slice(entity.length + 1));
  }

  /** @throws Error for a name that the entity has already */
  addFigure(entity: string, name: string, figure: RecordFigure): void {
    const key = `${entity}/${name}`;
    if (this.figures.has(key)) throw new Error(`The figure ${name} of ${entity} is registered twice`);
    this.figures.set(key, figure);
  }

  findFigure(entity: string, name: string): RecordFigure | undefined {
    return this.figures.get(`${entity}/${name}`);
  }

  figureNames(entity: string): string[] {
    const own = [...this.figures.keys()].filter((key) => key.startsWith(`${entity}/`));
    return own.map((key) => key.slice(entity.length + 1));
  }

  /** How files tell of an entity's records, where a row is no record. */
  setImportLayout(entity: string, layout: ImportLayout): void {
    this.layouts.set(entity, layout);
  }

  importLayout(entity: string): ImportLayout | undefined {
    return this.layouts.get(entity);
  }

  /** A format of another program, by the name that the entity's schema gives it in `features.formats`. */
  addFileFormat(entity: string, id: string, format: FileFormat): void {
    this.formats.set(`${entity}/${id}`, format);
  }

  fileFormat(entity: string, id: string): FileFormat | undefined {
    return this.formats.get(`${entity}/${id}`);
  }

  addHooks(entity: string, hooks: EntityHooks): void {
    this.hooks.set(entity, [...this.hooksOf(entity), hooks]);
  }

  setOwnRecordAdditions(entity: string, own: OwnRecordAdditions): void {
    this.ownRecords.set(entity, own);
  }

  ownRecordAdditions(entity: string): OwnRecordAdditions | undefined {
    return this.ownRecords.get(entity);
  }

  /** Declares events of an entity, beside its operations, that `notify` may name. */
  addNotifyEvents(entity: string, events: readonly string[]): void {
    this.notifyEvents.set(entity, [...this.notifyEventsOf(entity), ...events]);
  }

  notifyEventsOf(entity: string): readonly string[] {
    return this.notifyEvents.get(entity) ?? [];
  }

  /** In the order in which they were added. */
  hooksOf(entity: string): readonly EntityHooks[] {
    return this.hooks.get(entity) ?? [];
  }
}
