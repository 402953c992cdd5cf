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
  /** The record that the verb is called on; absent for verbs of the collection. */
  record?: EntityRecord;
  /** All selected records, for a batch handler. */
  records?: readonly EntityRecord[];
  /** The request's body, validated by the action's `input` form if it has one. */
  input: Record<string, unknown>;
  user: Principal;
  /** Where the request came from, for the audit log. */
  address?: string;
  /**
   * Changes fields of the record as an update does, hooks and history included; the verb is the change's operation.
   * For a transition, this makes it. Throws without a record. Resolves to the record as the person may see it, with its
   * one-time secret.
   */
  change(fields: Record<string, unknown>): Promise<RecordResponse>;
  /** Reports that a read was served by a replica, and how recent its data are. */
  onReplicaRead?: (asOf: Date | undefined) => void;
  /** For a verb of the collection: runs a verb on one record with the same person's rights. */
  runOnRecord?(id: string, verb: string): Promise<unknown>;
}

/** A domain verb: `POST {path}/{id}/{verb}` with a record, `POST {path}/{verb}` without. It resolves to the response. */
export interface ActionHandler {
  on: 'record' | 'list';
  /** Default POST. A GET takes its input from the query. */
  method?: Method;
  /** The operation that the person needs the right to; default: the verb. */
  operation?: string;
  /** The form that validates its input when the schema has no action that names one. */
  input?: string;
  /** Its response in the API description: the name of an entity or form, or a JSON Schema. */
  output?: string | JsonObject;
  /** Called once for all selected records, all or nothing; it makes transitions itself. */
  isBatch?: boolean;
  run(call: ActionCall): Promise<unknown>;
}

/** One change of one record that is being written. What a hook does with `tx` is part of its transaction. */
export interface RecordWrite {
  model: EntityModel;
  catalog: Catalog;
  tx: Queryable;
  /** The person who makes the change; absent for the system. */
  user?: Principal;
  /** `create`, `update`, `delete`, `duplicate`, `restore`, the domain verb or the transition. */
  operation: string;
  id: string;
  /** The input of a transition. */
  input?: Record<string, unknown>;
  /** Warnings that the person confirmed; stored in the history. */
  confirmed?: readonly ConfirmedWarning[];
  /** The stored record before the change; absent on creation. */
  before?: EntityRecord;
  /** The validated values that will be stored; a hook may change them. Empty on deletion. */
  draft: Record<string, unknown>;
  /** Writes other records in this transaction, on behalf of the same person but not limited by their rights. */
  records<Name extends keyof Entities>(entity: Name): RecordWriter<Entities[Name]>;
  /** Cache of people's names, to be cleared when one changes. */
  authors: Authors;
  /** Adds a one-time secret to the response. */
  revealOnce(once: OneTimeSecret): void;
  /** Runs after the commit, for messages and mails; a failure is logged and undoes nothing. */
  afterCommit(work: () => Promise<void>): void;
}

/** Hooks of an entity's changes, in their transaction. Throwing an ApiError rejects the whole change. */
export interface EntityHooks {
  beforeCreate?(write: RecordWrite): Promise<void>;
  afterCreate?(write: RecordWrite, record: EntityRecord): Promise<void>;
  beforeUpdate?(write: RecordWrite & { before: EntityRecord }): Promise<void>;
  /** Resolves to the record if the hook changed it again; the response then has that one. */
  afterUpdate?(
    write: RecordWrite & { before: EntityRecord },
    record: EntityRecord,
  ): Promise<EntityRecord | undefined | void>;
  /**
   * Called when a person deletes a record that is not in use. Resolves to true if effects outside have to be undone first:
   * the hook starts that in the transaction and marks the record, which stays until the system deletes it (`SYSTEM`).
   */
  postponeDelete?(write: RecordWrite & { before: EntityRecord }): Promise<boolean>;
  /** Runs before the check that the record is not in use. */
  beforeDelete?(write: RecordWrite & { before: EntityRecord }): Promise<void>;
  afterDelete?(write: RecordWrite & { before: EntityRecord }): Promise<void>;
}

/** Values that a module adds to a person's own record (`{path}/me`). */
export interface OwnRecordAdditions {
  /** JSON Schemas of the values, for the API description. */
  properties: JsonObject;
  values(services: { db: Queryable; catalog: Catalog }): Promise<JsonObject>;
}

/** The arguments of an action's check. */
export interface CheckCall {
  /** The stored record. */
  record: EntityRecord;
  /** Id of the action that is about to run. */
  action: string;
  user: Principal;
  /** Aborted after the time limit of the checks. */
  signal: AbortSignal;
}

/** The result of a check, without its id, label and digest. */
export type CheckFinding = Omit<CheckResult, 'id' | 'label' | 'digest'> & {
  /** Hashed instead of the texts into the digest that confirms the warning, for texts with numbers that change by themselves. */
  digestKey?: string;
  /** Errors by field, for a finding of level `stop`. */
  fields?: FieldErrors;
};

/** A check that runs before a person's action on a record: `"checks": ["links"]` of the action. */
export interface ActionCheck {
  /** What it checks; a text of the catalogue. */
  label: string;
  /**
   * Resolves to undefined when there is nothing to check: the check is left out of the list. A function builds the finding
   * in the current language; the digest is always of its English texts.
   */
  run(call: CheckCall): Promise<CheckFinding | (() => CheckFinding) | undefined>;
}

/** A number that a module computes for a record, for approval rules: `{"$figures.reach": {"gte": 1000}}`. */
export interface RecordFigure {
  /** What it counts, as shown to people. */
  label: string;
  /** Null if unknown: approval rules then treat it as infinite. */
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

  /** Handlers of an entity, for the API description. */
  handlersOf(entity: string): { verb: string; handler: ActionHandler }[] {
    const matching = [...this.handlers].filter(([key]) => key.startsWith(`${entity}/`));
    return matching.map(([key, handler]) => ({ verb: key.slice(key.lastIndexOf('/') + 1), handler }));
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
    const matching = [...this.checks.keys()].filter((key) => key.startsWith(`${entity}/`));
    return matching.map((key) => key.slice(entity.length + 1));
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
    const matching = [...this.figures.keys()].filter((key) => key.startsWith(`${entity}/`));
    return matching.map((key) => key.slice(entity.length + 1));
  }

  /** Sets how rows of a file map to an entity's records, when a row is not a record. */
  setImportLayout(entity: string, layout: ImportLayout): void {
    this.layouts.set(entity, layout);
  }

  importLayout(entity: string): ImportLayout | undefined {
    return this.layouts.get(entity);
  }

  /** Adds a file format of another program, by its name in `features.formats` of the entity's schema. */
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
