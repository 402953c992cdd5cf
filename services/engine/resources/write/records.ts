import { variableNames } from '../../../../schemas/model/variables.ts';
import type { Entities } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { toRecordChange } from '../../live/changes.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import type { EntityHooks, RecordWrite } from '../actions.ts';
import type { RecordResponse, DeleteResponse } from '../recordResponse.ts';
import type { Resource } from '../catalog.ts';
import { newId } from '../ids.ts';
import { withApiErrors, isVisibleTo } from '../visibility.ts';
import { staleError } from '../../storage/repositoryErrors.ts';
import type { Services } from '../services.ts';
import type { RecordReference } from '../../storage/referenceIndex.ts';
import { authorOf, isSystem, personOf, liveAuthorOf, type Actor } from './actor.ts';
import { runAndRespond, assertWritable } from './response.ts';
import { deriveValues } from './deriveValues.ts';
import { buildChangedDraft, assertVisible, validateDraft, buildNewDraft } from './drafts.ts';
import type {
  ChangeOptions,
  CreateOptions,
  DeleteOptions,
  RecordWriter,
  TransitionOptions,
} from './recordWriter.ts';
import { setsExclusiveFlag, transferExclusiveFlags, dropTakenFlags } from './exclusiveFlags.ts';
import { loadApproverRules, notifyPeople, type ApproverRules } from './notices.ts';
import { closeOrderGap, lockOrderForDelete, appendToOrder } from './order.ts';
import { assertUnused, lockReferenced, findNewReferences, detachReferrers } from './references.ts';
import {
  stateAfter,
  assertDeletable,
  assertEditable,
  assertActionPossible,
  hasLifecycle,
  enforceState,
  findTransition,
} from './states.ts';
import { Store } from './store.ts';
import { runInTransaction } from './transaction.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Values = Record<string, unknown>;

/**
 * Writes records of one entity by one actor: the only way to store records. Each change is a transaction of its own, or
 * part of a given one:
 * lock the row → state → canonical form → rights and locked fields → derived fields → validation → references → hooks →
 * one statement with history and reference index → work after the commit.
 */
export class Records<T = unknown> implements RecordWriter<T> {
  constructor(
    private readonly services: Services,
    private readonly resource: Resource,
    private readonly actor: Actor,
    private readonly unit?: UnitOfWork,
  ) {}

  /** @throws ApiError 403, 409 DUPLICATE, 413, 422, and what hooks refuse */
  async create(values: Partial<T> & Values, options: CreateOptions = {}): Promise<RecordResponse<T>> {
    const {
      operation = 'create',
      id = newId(),
      createdAt,
      locked = 'refuse',
      exclusiveFlags,
      deletedState,
      afterStore,
    } = options;
    const { resource, hooks } = this;
    const draft = buildNewDraft(resource, this.actor, values, locked, deletedState);
    // One statement is a transaction of its own.
    const isOneStatement =
      !afterStore &&
      !resource.model.notify &&
      !hooks.some(({ beforeCreate, afterCreate }) => beforeCreate ?? afterCreate) &&
      findNewReferences(resource, draft, undefined).length === 0 &&
      !(resource.hasVariables && variableNames(draft).length > 0) &&
      !setsExclusiveFlag(resource, draft) &&
      !resource.hasUniqueItems &&
      resource.model.ordered === undefined;
    const work = async (unit: UnitOfWork): Promise<EntityRecord> => {
      const write = await this.prepareCreate(unit, id, draft, operation, { exclusiveFlags });
      const storeOptions = { id, operation, createdAt };
      const record = await this.store(unit).create(write.draft, authorOf(this.actor), storeOptions);
      await this.afterCreate(unit, write, record);
      await this.notify(unit, operation, record);
      await afterStore?.(unit);
      return record;
    };
    return this.respond(work, isOneStatement);
  }

  /**
   * Creates several records, all or nothing: one statement locks what they refer to, and one stores them. Each is validated
   * without the others: no two may set the same exclusive flag or belong to the same order.
   * @throws ApiError as `create` does
   */
  async createAll(all: readonly { id: string; values: Partial<T> & Values }[]): Promise<EntityRecord[]> {
    const { services, resource, actor } = this;
    assertWritable(resource.model);
    const work = async (unit: UnitOfWork): Promise<EntityRecord[]> => {
      const references: RecordReference[] = [];
      const writes: RecordWrite[] = [];
      for (const { id, values } of all)
        writes.push(
          await this.prepareCreate(unit, id, buildNewDraft(resource, actor, values, 'refuse'), 'create', {
            newReferences: references,
          }),
        );
      await lockReferenced(services, actor, unit, references);
      const records = await this.store(unit).createAll(writes, authorOf(actor));
      for (const [at, record] of records.entries())
        await this.afterCreate(unit, writes[at] as RecordWrite, record);
      return records;
    };
    const { unit } = this;
    return withApiErrors(
      resource,
      actor,
      unit ? work(unit) : runInTransaction(services, work).then(({ result }) => result),
    );
  }

  /**
   * Validates a new record and runs its hooks, up to the statement that stores it.
   * @param options.newReferences collects the references for the caller to lock; if omitted, they are locked here
   */
  private async prepareCreate(
    unit: UnitOfWork,
    id: string,
    draft: Values,
    operation: string,
    { newReferences, exclusiveFlags }: { newReferences?: RecordReference[]; exclusiveFlags?: 'yield' },
  ): Promise<RecordWrite> {
    const { services, resource, actor } = this;
    // A copy: the transaction may be retried with the same draft.
    const write = this.createWrite(unit, { operation, id, draft: { ...draft } });
    await deriveValues(services.catalog, resource, unit.tx, write.draft);
    write.draft = await validateDraft(services, resource, actor, unit, {
      id,
      draft: write.draft,
      newReferences,
    });
    for (const hook of this.hooks) await hook.beforeCreate?.(write);
    // Hooks may have changed fields that the row rule depends on.
    assertVisible(resource, actor, { ...write.draft, id });
    if (exclusiveFlags === 'yield') await dropTakenFlags(resource, unit, write.draft);
    await this.transferFlags(unit, id, write.draft, undefined);
    await appendToOrder(services, resource, unit, write.draft);
    return write;
  }

  private async afterCreate(unit: UnitOfWork, write: RecordWrite, record: EntityRecord): Promise<void> {
    this.addLiveChange(unit, { after: record });
    for (const hook of this.hooks) await hook.afterCreate?.(write, record);
  }

  /**
   * @param change returns the new values from the stored record, which is locked
   * @throws ApiError 403, 404, 409 STALE | STATE | DUPLICATE, 413, 422, and what hooks refuse
   */
  async change(
    id: string,
    change: (stored: T & EntityRecord) => Values,
    options: ChangeOptions = {},
  ): Promise<RecordResponse<T>> {
    const {
      version,
      operation = 'update',
      locked = 'refuse',
      validation,
      action,
      input,
      confirmed,
    } = options;
    const { services, actor, resource, hooks } = this;
    const { model } = resource;
    // Not within a transaction: it counts figures.
    const approval = this.unit ? undefined : await loadApproverRules(services, resource, id, operation);
    return this.respond(async (unit) => {
      const before = await this.lockRecord(unit, id, 'change');
      if (!isSystem(actor) && locked !== 'open') assertEditable(model, before);
      if (action) assertActionPossible(model, action, before, actor);
      if (version !== undefined && version !== before.version) throw staleError(before);
      const draft = buildChangedDraft(resource, actor, change(before as T & EntityRecord), before, locked);
      if (hasLifecycle(model)) enforceState(model, draft, before, action);
      const write = { ...this.createWrite(unit, { operation, id, draft, input, confirmed }), before };
      await deriveValues(services.catalog, resource, unit.tx, write.draft);
      if (validation !== 'skip') {
        const toValidate = { id, draft: write.draft, stored: before };
        write.draft = await validateDraft(services, resource, actor, unit, toValidate);
      }
      for (const hook of hooks) await hook.beforeUpdate?.(write);
      if (hasLifecycle(model)) enforceState(model, write.draft, before, action);
      await this.transferFlags(unit, id, write.draft, before);
      let record = await this.store(unit).update(id, write.draft, before.version, authorOf(actor), {
        operation,
        confirmed,
      });
      this.addLiveChange(unit, { before, after: record });
      for (const hook of hooks) record = (await hook.afterUpdate?.(write, record)) ?? record;
      await this.notify(unit, operation, record, approval);
      return record;
    });
  }

  /**
   * Makes a transition of the record's lifecycle and sets other values with it. Of two concurrent ones, one wins.
   * @param transition its id in the schema; people cannot make transitions of the system
   * @throws ApiError 403, 404, 409 STATE | STALE | DUPLICATE, 413, 422, and what hooks refuse
   */
  async transition(
    id: string,
    transition: string,
    values: Partial<T> & Values = {},
    options: TransitionOptions = {},
  ): Promise<RecordResponse<T>> {
    const { model } = this.resource;
    const action = findTransition(model, transition);
    if (action.transition.by === 'system' && !isSystem(this.actor)) throw forbidden();
    const changed = (stored: EntityRecord): Values => ({
      ...stored,
      ...values,
      ...stateAfter(model, action),
    });
    return this.change(id, changed, { ...options, operation: transition, locked: 'open', action });
  }

  /**
   * Deletes a record. If a person deletes one with effects outside that have to be undone first, it stays until then.
   * @throws ApiError 404, 409 IN_USE | STATE, and what hooks refuse
   */
  async remove(id: string, { cause }: DeleteOptions = {}): Promise<DeleteResponse<T>> {
    const { services, actor, resource, hooks } = this;
    let postponed = false;
    const response = await this.respond(async (unit) => {
      const before = await this.lockRecord(unit, id, 'delete');
      assertDeletable(resource.model, before, actor);
      const write = { ...this.createWrite(unit, { operation: 'delete', id, draft: {} }), before };
      postponed = false;
      if (!isSystem(actor) && hooks.some(({ postponeDelete }) => postponeDelete)) {
        await assertUnused(services, resource, actor, unit, before);
        for (const hook of hooks) if (await hook.postponeDelete?.(write)) postponed = true;
        if (postponed) return this.lockRecord(unit, id, 'delete');
      }
      for (const hook of hooks) await hook.beforeDelete?.(write);
      await assertUnused(services, resource, actor, unit, before);
      await detachReferrers(services, resource, unit, before, (other) => this.systemWriter(unit, other));
      await lockOrderForDelete(resource, unit, before);
      const record = await this.store(unit).remove(id, authorOf(actor), { cause });
      await closeOrderGap(services, resource, unit, before);
      this.addLiveChange(unit, { before: record });
      for (const hook of hooks) await hook.afterDelete?.(write);
      await this.notify(unit, 'delete', before);
      return record;
    });
    return postponed ? { ...response, postponed } : response;
  }

  /** Adds the change to those that are published to consoles after the commit. */
  private addLiveChange(unit: UnitOfWork, states: { before?: EntityRecord; after?: EntityRecord }): void {
    unit.liveChanges.push(toRecordChange(this.resource.model, states, liveAuthorOf(this.actor)));
  }

  /** Creates the notices of a change, in the same transaction. */
  private notify(
    unit: UnitOfWork,
    event: string,
    record: EntityRecord,
    rules?: ApproverRules,
  ): Promise<void> {
    const { services, actor, resource } = this;
    const writer = (notices: Resource): Records => this.systemWriter(unit, notices);
    const context = { services, model: resource.model, actor, unit, writer, rules };
    return notifyPeople(context, { event, record });
  }

  private transferFlags(
    unit: UnitOfWork,
    id: string,
    draft: Values,
    before: EntityRecord | undefined,
  ): Promise<void> {
    return transferExclusiveFlags(this.resource, unit, id, draft, before, () =>
      this.systemWriter(unit, this.resource),
    );
  }

  private get hooks(): readonly EntityHooks[] {
    return this.services.actions.hooksOf(this.resource.model.name);
  }

  private store({ tx }: UnitOfWork): Store {
    return new Store(tx, this.resource.model);
  }

  /** Locks and returns the stored record. @throws ApiError 404 also for one that the person may not see */
  private async lockRecord(
    { tx }: UnitOfWork,
    id: string,
    purpose: 'change' | 'delete',
  ): Promise<EntityRecord> {
    const { resource, actor } = this;
    const stored = await resource.repository.within(tx).lock(id, purpose);
    if (!stored || !(isSystem(actor) || isVisibleTo(resource, actor, stored)))
      throw notFound(t('%{title} not found', { title: t(resource.model.title) }));
    return stored;
  }

  private createWrite(
    unit: UnitOfWork,
    change: Pick<RecordWrite, 'operation' | 'id' | 'draft' | 'input' | 'confirmed'>,
  ): RecordWrite {
    const { services, resource, actor } = this;
    return {
      ...change,
      model: resource.model,
      catalog: services.catalog,
      authors: services.authors,
      tx: unit.tx,
      user: personOf(actor)?.user,
      records: (entity) =>
        this.systemWriter(unit, services.catalog.require(entity)) as Records<Entities[typeof entity]>,
      revealOnce: (once) => void unit.oneTimeSecrets.push(once),
      afterCommit: (work) => void unit.afterCommit.push(work),
    };
  }

  /** Writes other records in the same transaction, by the system on behalf of the same person. */
  private systemWriter(unit: UnitOfWork, resource: Resource): Records {
    const actor = { system: true, onBehalfOf: personOf(this.actor) } as const;
    return new Records(this.services, resource, actor, unit);
  }

  private respond(
    work: (unit: UnitOfWork) => Promise<EntityRecord>,
    withoutTransaction = false,
  ): Promise<RecordResponse<T>> {
    const { services, resource, actor, unit } = this;
    return runAndRespond<T>(services, resource, actor, work, { unit, withoutTransaction });
  }
}

/**
 * @param unit the transaction to take part in; by default each change is one of its own
 * @throws ApiError 404 for an entity that the product does not have
 */
export function records<Name extends keyof Entities>(
  services: Services,
  entity: Name,
  actor: Actor,
  unit?: UnitOfWork,
): Records<Entities[Name]> {
  return new Records<Entities[Name]>(services, services.catalog.require(entity), actor, unit);
}
