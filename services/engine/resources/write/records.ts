import { variableNames } from '../../../../schemas/model/variables.ts';
import type { Entities } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { changeOf } from '../../live/changes.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import type { EntityHooks, Write } from '../actions.ts';
import type { Answer, DeleteAnswer } from '../answer.ts';
import type { Resource } from '../catalog.ts';
import { newId } from '../ids.ts';
import { answering, isWithinReach } from '../outgoing.ts';
import { stale } from '../../storage/repositoryErrors.ts';
import type { Services } from '../services.ts';
import type { Link } from '../../storage/ledger.ts';
import { authorOf, isSystem, personOf, tellerOf, type Actor } from './actor.ts';
import { answered, demandWritten } from './answered.ts';
import { deriveValues } from './derived.ts';
import { changedDraft, demandReach, judgedDraft, newDraft } from './drafts.ts';
import type { ChangeOptions, CreateOptions, RecordWriter, TransitionOptions } from './recordWriter.ts';
import { claimsMark, takeMarks, yieldMarks } from './exclusive.ts';
import { closeOrder, holdOrder, takeLastPlace } from './order.ts';
import { assertUnused, keepTargets, newLinks, releaseReferrers } from './references.ts';
import {
  arrival,
  demandDeletable,
  demandEditable,
  demandPossible,
  hasStates,
  keepState,
  transitionNamed,
} from './states.ts';
import { Store } from './store.ts';
import { inUnit, type Unit } from './unit.ts';

type Values = Record<string, unknown>;

/**
 * Changes of one entity's records by one actor: the only way in which anything is stored. Each is one transaction of
 * its own, or takes part in the one that is given:
 * lock the row → state → canonical form → rights and locked fields → what follows from other fields → rules → references →
 * hooks → one statement with history and ledger → what was put off until the commit.
 */
export class Records<T = unknown> implements RecordWriter<T> {
  constructor(
    private readonly services: Services,
    private readonly resource: Resource,
    private readonly actor: Actor,
    private readonly unit?: Unit,
  ) {}

  /** @throws ApiError 403, 409 DUPLICATE, 413, 422, and what hooks refuse */
  async create(values: Partial<T> & Values, options: CreateOptions = {}): Promise<Answer<T>> {
    const { operation = 'create', id = newId(), createdAt, locked = 'refuse', marks } = options;
    const { resource, hooks } = this;
    const draft = newDraft(resource, this.actor, values, locked);
    // One statement is a transaction of its own.
    const plain =
      !hooks.some(({ beforeCreate, afterCreate }) => beforeCreate ?? afterCreate) &&
      newLinks(resource, draft, undefined).length === 0 &&
      !(resource.variables && variableNames(draft).length > 0) &&
      !claimsMark(resource, draft) &&
      resource.model.ordered === undefined;
    const work = async (unit: Unit): Promise<EntityRecord> => {
      const write = await this.prepared(unit, id, draft, operation, { marks });
      const how = { id, operation, createdAt };
      const record = await this.store(unit).create(write.draft, authorOf(this.actor), how);
      await this.made(unit, write, record);
      return record;
    };
    return this.answer(work, plain);
  }

  /**
   * Several new records, all or nothing: what they refer to is kept by one statement, and one stores them. They are judged
   * one by one, as if the others were not there: no two may want the same mark, or a place in the same order.
   * @throws ApiError as `create` does
   */
  async createAll(all: readonly { id: string; values: Partial<T> & Values }[]): Promise<EntityRecord[]> {
    const { services, resource, actor } = this;
    demandWritten(resource.model);
    const work = async (unit: Unit): Promise<EntityRecord[]> => {
      const links: Link[] = [];
      const writes: Write[] = [];
      for (const { id, values } of all)
        writes.push(
          await this.prepared(unit, id, newDraft(resource, actor, values, 'refuse'), 'create', { links }),
        );
      await keepTargets(services, actor, unit, links);
      const records = await this.store(unit).createAll(writes, authorOf(actor));
      for (const [at, record] of records.entries()) await this.made(unit, writes[at] as Write, record);
      return records;
    };
    const { unit } = this;
    return answering(
      resource,
      actor,
      unit ? work(unit) : inUnit(services, work).then(({ result }) => result),
    );
  }

  /**
   * A new record as it will be stored.
   * @param options.links takes the references, to be kept by the caller; left out, they are kept here
   */
  private async prepared(
    unit: Unit,
    id: string,
    draft: Values,
    operation: string,
    { links, marks }: { links?: Link[]; marks?: 'yield' },
  ): Promise<Write> {
    const { services, resource, actor } = this;
    // A copy: the transaction may be tried again with what was given.
    const write = this.write(unit, { operation, id, draft: { ...draft } });
    await deriveValues(services.catalog, resource, unit.tx, write.draft);
    write.draft = await judgedDraft(services, resource, actor, unit, { id, draft: write.draft, links });
    for (const hook of this.hooks) await hook.beforeCreate?.(write);
    // Hooks may have said whose it is.
    demandReach(resource, actor, { ...write.draft, id });
    if (marks === 'yield') await yieldMarks(resource, unit, write.draft);
    await this.takeMarks(unit, id, write.draft, undefined);
    await takeLastPlace(services, resource, unit, write.draft);
    return write;
  }

  private async made(unit: Unit, write: Write, record: EntityRecord): Promise<void> {
    this.note(unit, { after: record });
    for (const hook of this.hooks) await hook.afterCreate?.(write, record);
  }

  /**
   * @param change gives the record as it is to be from the stored one, which nobody else changes meanwhile
   * @throws ApiError 403, 404, 409 STALE | STATE | DUPLICATE, 413, 422, and what hooks refuse
   */
  change(
    id: string,
    change: (stored: T & EntityRecord) => Values,
    options: ChangeOptions = {},
  ): Promise<Answer<T>> {
    const { version, operation = 'update', locked = 'refuse', rules, action, input } = options;
    const { services, actor, resource, hooks } = this;
    const { model } = resource;
    return this.answer(async (unit) => {
      const before = await this.locked(unit, id, 'change');
      if (!isSystem(actor) && locked !== 'open') demandEditable(model, before);
      if (action) demandPossible(model, action, before, actor);
      if (version !== undefined && version !== before.version) throw stale(before);
      const draft = changedDraft(resource, actor, change(before as T & EntityRecord), before, locked);
      if (hasStates(model)) keepState(model, draft, before, action);
      const write = { ...this.write(unit, { operation, id, draft, input }), before };
      await deriveValues(services.catalog, resource, unit.tx, write.draft);
      if (rules !== 'pass') {
        const judging = { id, draft: write.draft, stored: before };
        write.draft = await judgedDraft(services, resource, actor, unit, judging);
      }
      for (const hook of hooks) await hook.beforeUpdate?.(write);
      if (hasStates(model)) keepState(model, write.draft, before, action);
      await this.takeMarks(unit, id, write.draft, before);
      const record = await this.store(unit).update(
        id,
        write.draft,
        before.version,
        authorOf(actor),
        operation,
      );
      this.note(unit, { before, after: record });
      for (const hook of hooks) await hook.afterUpdate?.(write, record);
      return record;
    });
  }

  /**
   * Leads a record from one state to another, with other values that come with it. Of two at the same moment one wins.
   * @param id of a transition of the schema; people cannot make those of the system
   * @throws ApiError 403, 404, 409 STATE | STALE | DUPLICATE, 413, 422, and what hooks refuse
   */
  async transition(
    id: string,
    transition: string,
    values: Partial<T> & Values = {},
    options: TransitionOptions = {},
  ): Promise<Answer<T>> {
    const { model } = this.resource;
    const action = transitionNamed(model, transition);
    if (action.transition.by === 'system' && !isSystem(this.actor)) throw forbidden();
    const changed = (stored: EntityRecord): Values => ({ ...stored, ...values, ...arrival(model, action) });
    return this.change(id, changed, { ...options, operation: transition, locked: 'open', action });
  }

  /**
   * Deletes a record; where a person deletes one of which something outside has to be undone first, it stays until that is done.
   * @throws ApiError 404, 409 IN_USE | STATE, and what hooks refuse
   */
  async remove(id: string): Promise<DeleteAnswer<T>> {
    const { services, actor, resource, hooks } = this;
    let postponed = false;
    const answer = await this.answer(async (unit) => {
      const before = await this.locked(unit, id, 'delete');
      demandDeletable(resource.model, before, actor);
      const write = { ...this.write(unit, { operation: 'delete', id, draft: {} }), before };
      postponed = false;
      if (!isSystem(actor) && hooks.some(({ postponeDelete }) => postponeDelete)) {
        await assertUnused(services, resource, actor, unit, before);
        for (const hook of hooks) if (await hook.postponeDelete?.(write)) postponed = true;
        if (postponed) return this.locked(unit, id, 'delete');
      }
      for (const hook of hooks) await hook.beforeDelete?.(write);
      await assertUnused(services, resource, actor, unit, before);
      await releaseReferrers(services, resource, unit, before, (other) => this.others(unit, other));
      await holdOrder(resource, unit, before);
      const record = await this.store(unit).remove(id, authorOf(actor));
      await closeOrder(services, resource, unit, before);
      this.note(unit, { before: record });
      for (const hook of hooks) await hook.afterDelete?.(write);
      return record;
    });
    return postponed ? { ...answer, postponed } : answer;
  }

  /** Others are to be told, once it is committed. */
  private note(unit: Unit, states: { before?: EntityRecord; after?: EntityRecord }): void {
    unit.changes.push(changeOf(this.resource.model, states, tellerOf(this.actor)));
  }

  private takeMarks(unit: Unit, id: string, draft: Values, before: EntityRecord | undefined): Promise<void> {
    return takeMarks(this.resource, unit, id, draft, before, () => this.others(unit, this.resource));
  }

  private get hooks(): readonly EntityHooks[] {
    return this.services.actions.hooksOf(this.resource.model.name);
  }

  private store({ tx }: Unit): Store {
    return new Store(tx, this.resource.model);
  }

  /** The stored record, kept from others. @throws ApiError 404 also for one out of the person's reach */
  private async locked({ tx }: Unit, id: string, purpose: 'change' | 'delete'): Promise<EntityRecord> {
    const { resource, actor } = this;
    const stored = await resource.repository.within(tx).lock(id, purpose);
    if (!stored || !(isSystem(actor) || isWithinReach(resource, actor, stored)))
      throw notFound(`${resource.model.title} not found`);
    return stored;
  }

  private write(unit: Unit, change: Pick<Write, 'operation' | 'id' | 'draft' | 'input'>): Write {
    const { services, resource, actor } = this;
    return {
      ...change,
      model: resource.model,
      catalog: services.catalog,
      authors: services.authors,
      tx: unit.tx,
      user: personOf(actor)?.user,
      records: (entity) =>
        this.others(unit, services.catalog.require(entity)) as Records<Entities[typeof entity]>,
      showOnce: (once) => void unit.shown.push(once),
      afterwards: (put) => void unit.later.push(put),
    };
  }

  /** Changes of other records in the same transaction, by the services in the name of the same person. */
  private others(unit: Unit, resource: Resource): Records {
    const actor = { system: true, onBehalfOf: personOf(this.actor) } as const;
    return new Records(this.services, resource, actor, unit);
  }

  private answer(work: (unit: Unit) => Promise<EntityRecord>, plain = false): Promise<Answer<T>> {
    const { services, resource, actor, unit } = this;
    return answered<T>(services, resource, actor, work, { unit, plain });
  }
}

/**
 * @param unit the transaction that the changes are to be part of, instead of one each
 * @throws ApiError 404 for an entity that the product does not have
 */
export function records<Name extends keyof Entities>(
  services: Services,
  entity: Name,
  actor: Actor,
  unit?: Unit,
): Records<Entities[Name]> {
  return new Records<Entities[Name]>(services, services.catalog.require(entity), actor, unit);
}
