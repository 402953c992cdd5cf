import { matchPaths } from '../../../schemas/model/match.ts';
import type { EntityModel, EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';
import { type AddressedMessage, type Readers, sendMessages } from './messages.ts';

/** A committed change of a record, as it is published to other consoles. */
export interface RecordChange {
  entity: string;
  id: string;
  /** The record's new version; null once it is deleted. */
  version: number | null;
  /** The person who made or caused the change; null for the services. */
  by: { id: string; name: string } | null;
  /** The fields that decide who may read the record, before and after; only for entities with row access rules. */
  was?: JsonObject;
  now?: JsonObject;
  /** Publish only `entity.changed`: the states are unknown, or too large to send. */
  entityOnly?: boolean;
}

/** A change waits this long for others, so that a burst is sent in one notice. */
const BATCH_DELAY_MS = 20;
/** Interval of `entity.changed` messages while changes are sent in bulk. */
const BULK_INTERVAL_MS = 1_000;
/** Burst size and refill rate for messages about single changes of an entity; beyond them changes are sent in bulk. */
const MAX_SINGLE_CHANGES = 40;
const SINGLE_CHANGES_PER_SECOND = 20;
/** Total size of the states in a bulk message, as JSON; beyond that it goes to all readers of the entity. */
const MAX_STATES_BYTES = 2_500;
/** Size of one record's states before and after, as JSON. */
const MAX_STATE_BYTES = 1_200;

/** Changes of one entity that wait for the next notice. */
interface PendingChanges {
  single: RecordChange[];
  /** Too many changes for single messages. */
  isBulk: boolean;
  /** Distinct states of bulk changes, as JSON; undefined once they exceed MAX_STATES_BYTES. */
  states: Set<string> | undefined;
  stateBytes: number;
  /** Single changes that could be sent at the time `at`. */
  allowance: number;
  at: number;
  timer?: NodeJS.Timeout;
}

/** Number of changes by this process, by database and entity. */
const changeCounts = new WeakMap<object, Map<string, number>>();

/** How many changes of an entity's records this process has published. */
export const changeCount = (db: object, entity: string): number => changeCounts.get(db)?.get(entity) ?? 0;

/**
 * Publishes committed changes to consoles: `record.changed` `{entity, id, version, by}`, or `entity.changed` `{entity}`
 * for bulk changes, after which open lists reload once. Memory for pending changes is bounded.
 */
export class ChangePublisher {
  private readonly entities = new Map<string, PendingChanges>();
  private readonly listeners = new Map<string, Set<(change: RecordChange) => AddressedMessage | undefined>>();
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Pick<Database, 'notify'>,
    private readonly onError: (error: unknown) => void = () => undefined,
  ) {}

  /** Call it after the commit. */
  publish(changes: readonly RecordChange[]): void {
    const counted = changeCounts.get(this.db) ?? new Map<string, number>();
    changeCounts.set(this.db, counted);
    for (const change of changes) {
      counted.set(change.entity, (counted.get(change.entity) ?? 0) + 1);
      const pending = this.getPending(change.entity);
      if (pending.isBulk || change.entityOnly || pending.single.length >= MAX_SINGLE_CHANGES)
        this.addToBulk(pending, change);
      else pending.single.push(change);
      pending.timer ??= setTimeout(() => this.send(change.entity, pending), BATCH_DELAY_MS).unref();
    }
  }

  /** Adds a further message for each single change of an entity. @returns a function that removes it */
  addMessage(entity: string, message: (change: RecordChange) => AddressedMessage | undefined): () => void {
    const listeners = this.listeners.get(entity) ?? new Set();
    this.listeners.set(entity, listeners.add(message));
    return () => void listeners.delete(message);
  }

  /** Sends pending changes; for the end of the process. */
  async flush(): Promise<void> {
    for (const [entity, pending] of this.entities) if (pending.timer) this.send(entity, pending);
    await this.sending;
  }

  private getPending(entity: string): PendingChanges {
    let pending = this.entities.get(entity);
    if (!pending) {
      pending = {
        single: [],
        isBulk: false,
        states: new Set(),
        stateBytes: 0,
        allowance: MAX_SINGLE_CHANGES,
        at: Date.now(),
      };
      this.entities.set(entity, pending);
    }
    return pending;
  }

  private addToBulk(pending: PendingChanges, change: RecordChange): void {
    if (!pending.isBulk) {
      pending.isBulk = true;
      for (const one of pending.single.splice(0)) this.addStates(pending, one);
    }
    this.addStates(pending, change);
  }

  private addStates(pending: PendingChanges, { was, now, entityOnly }: RecordChange): void {
    if (entityOnly) pending.states = undefined;
    for (const state of [was, now]) {
      if (!state || !pending.states) continue;
      const text = JSON.stringify(state);
      if (pending.states.has(text)) continue;
      pending.stateBytes += Buffer.byteLength(text) + 1;
      if (pending.stateBytes > MAX_STATES_BYTES) pending.states = undefined;
      else pending.states.add(text);
    }
  }

  private send(entity: string, pending: PendingChanges): void {
    clearTimeout(pending.timer);
    pending.timer = undefined;
    const now = Date.now();
    pending.allowance = Math.min(
      MAX_SINGLE_CHANGES,
      pending.allowance + ((now - pending.at) / 1000) * SINGLE_CHANGES_PER_SECOND,
    );
    pending.at = now;
    const last = pending.single.at(-1);
    if (!pending.isBulk && pending.single.length > pending.allowance && last) this.addToBulk(pending, last);
    const messages = pending.isBulk
      ? [entityChangedMessage(entity, pending)]
      : pending.single.map(recordChangedMessage);
    const listeners = this.listeners.get(entity);
    if (listeners && !pending.isBulk) {
      for (const change of pending.single)
        for (const message of listeners) messages.push(...[message(change) ?? []].flat());
    }
    pending.allowance -= pending.single.length;
    const wasMany = pending.isBulk;
    Object.assign(pending, { single: [], isBulk: false, states: new Set(), stateBytes: 0 });
    if (wasMany)
      pending.timer = setTimeout(() => this.sendAfterBulk(entity, pending), BULK_INTERVAL_MS).unref();
    this.sending = this.sending.then(() => sendMessages(this.db, messages)).catch(this.onError);
  }

  /** Sends what has changed since the last bulk message. */
  private sendAfterBulk(entity: string, pending: PendingChanges): void {
    pending.timer = undefined;
    if (pending.isBulk || pending.single.length > 0) this.send(entity, pending);
  }
}

function recordChangedMessage({ entity, id, version, by, was, now }: RecordChange): AddressedMessage {
  return {
    to: toReaders(entity, was, now),
    message: { event: 'record.changed', json: { entity, id, version, by } },
  };
}

function entityChangedMessage(entity: string, { states }: PendingChanges): AddressedMessage {
  const now =
    states && states.size > 0 ? [...states].map((text) => JSON.parse(text) as JsonObject) : undefined;
  return { to: { readers: entity, now }, message: { event: 'entity.changed', json: { entity } } };
}

/** The audience that may read the record, or could before the change; those who no longer can are told it is gone. */
export function toReaders(entity: string, was?: JsonObject, now?: JsonObject): Readers {
  if (!was || !now) return { readers: entity, now: now || was ? [now ?? was ?? {}] : undefined };
  return { readers: entity, now: [now], was: [was] };
}

/** Builds the published form of a change. */
export function toRecordChange(
  model: EntityModel,
  { before, after }: { before?: EntityRecord; after?: EntityRecord },
  by: RecordChange['by'],
): RecordChange {
  const { id } = (after ?? before) as EntityRecord;
  const change: RecordChange = { entity: model.name, id, version: after?.version ?? null, by };
  if (!model.access.rows) return change;
  const was = accessState(model, before);
  const now = accessState(model, after);
  const entityOnly = Buffer.byteLength(JSON.stringify([was, now])) > MAX_STATE_BYTES;
  return entityOnly ? { ...change, entityOnly } : { ...change, was, now };
}

/** The fields of a record that the entity's row access rule names. */
function accessState({ access }: EntityModel, record: EntityRecord | undefined): JsonObject | undefined {
  if (!record) return undefined;
  const names = matchPaths(access.rows).map((path) => path.replace(/^\//, '').split(/[./]/)[0] ?? '');
  return Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
}
