import { matchPaths } from '../../../schemas/model/match.ts';
import type { EntityModel, EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';
import { type AddressedMessage, type Readers, sendMessages } from './messages.ts';

/** A change that was committed, as others are told of it. */
export interface RecordChange {
  entity: string;
  id: string;
  /** The record's new version; null once it is deleted. */
  version: number | null;
  /** The person whose change it is or was brought about by; null for the services. */
  by: { id: string; name: string } | null;
  /** What decides who may see the record, before and after; only where some rows are kept from some people. */
  was?: JsonObject;
  now?: JsonObject;
  /** What decides it is too much to be told: it is only said that something of the entity changed. */
  vague?: boolean;
}

/** Milliseconds that a change waits for others, so that a burst is one notice. */
const GATHER = 20;
/** Milliseconds between two notices about an entity of which too much changes to tell it one by one. */
const GATHER_MANY = 1_000;
/** Changes of an entity that are told one by one at a time, and how many more each second. */
const MOST_SINGLE = 40;
const SINGLE_PER_SECOND = 20;
/** States that a notice about many changes holds, as bytes of JSON; beyond that all readers of the entity are told. */
const MAX_STATES = 2_500;
/** Bytes of JSON of one record's state that are told. */
const MAX_STATE = 1_200;

/** What is held back of one entity until the next notice. */
interface Gathered {
  single: RecordChange[];
  /** More changed than is told one by one. */
  many: boolean;
  /** Different states of the many, as JSON; undefined once they are too many to name. */
  states: Set<string> | undefined;
  stateBytes: number;
  /** Changes that may be told one by one, as of `at`. */
  allowance: number;
  at: number;
  timer?: NodeJS.Timeout;
}

/** How often records of each entity were changed by this process, by database. */
const counts = new WeakMap<object, Map<string, number>>();

/** How often this process has changed records of an entity since it began. */
export const timesChanged = (db: object, entity: string): number => counts.get(db)?.get(entity) ?? 0;

/**
 * Tells consoles what was committed: `record.changed` `{entity, id, version, by}`, or `entity.changed` `{entity}`
 * where so much changes that open lists had better ask once. What is held in between is bounded.
 */
export class ChangePublisher {
  private readonly entities = new Map<string, Gathered>();
  private readonly listeners = new Map<string, Set<(change: RecordChange) => AddressedMessage | undefined>>();
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Pick<Database, 'notify'>,
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {}

  /** After the commit. */
  publish(changes: readonly RecordChange[]): void {
    const counted = counts.get(this.db) ?? new Map<string, number>();
    counts.set(this.db, counted);
    for (const change of changes) {
      counted.set(change.entity, (counted.get(change.entity) ?? 0) + 1);
      const held = this.gathered(change.entity);
      if (held.many || change.vague || held.single.length >= MOST_SINGLE) this.gather(held, change);
      else held.single.push(change);
      held.timer ??= setTimeout(() => this.send(change.entity, held), GATHER).unref();
    }
  }

  /** A message of its own about each change of an entity, beside the general one. Returns how to stop. */
  also(entity: string, message: (change: RecordChange) => AddressedMessage | undefined): () => void {
    const own = this.listeners.get(entity) ?? new Set();
    this.listeners.set(entity, own.add(message));
    return () => void own.delete(message);
  }

  /** Sends what is held back, before the process ends. */
  async flush(): Promise<void> {
    for (const [entity, held] of this.entities) if (held.timer) this.send(entity, held);
    await this.sending;
  }

  private gathered(entity: string): Gathered {
    let held = this.entities.get(entity);
    if (!held) {
      held = {
        single: [],
        many: false,
        states: new Set(),
        stateBytes: 0,
        allowance: MOST_SINGLE,
        at: Date.now(),
      };
      this.entities.set(entity, held);
    }
    return held;
  }

  private gather(held: Gathered, change: RecordChange): void {
    if (!held.many) {
      held.many = true;
      for (const one of held.single.splice(0)) this.addStates(held, one);
    }
    this.addStates(held, change);
  }

  private addStates(held: Gathered, { was, now, vague }: RecordChange): void {
    if (vague) held.states = undefined;
    for (const state of [was, now]) {
      if (!state || !held.states) continue;
      const text = JSON.stringify(state);
      if (held.states.has(text)) continue;
      held.stateBytes += Buffer.byteLength(text) + 1;
      if (held.stateBytes > MAX_STATES) held.states = undefined;
      else held.states.add(text);
    }
  }

  private send(entity: string, held: Gathered): void {
    clearTimeout(held.timer);
    held.timer = undefined;
    const now = Date.now();
    held.allowance = Math.min(MOST_SINGLE, held.allowance + ((now - held.at) / 1000) * SINGLE_PER_SECOND);
    held.at = now;
    const last = held.single.at(-1);
    if (!held.many && held.single.length > held.allowance && last) this.gather(held, last);
    const messages = held.many ? [manyChanged(entity, held)] : held.single.map(oneChanged);
    const own = this.listeners.get(entity);
    if (own && !held.many) {
      for (const change of held.single)
        for (const message of own) messages.push(...[message(change) ?? []].flat());
    }
    held.allowance -= held.single.length;
    const wasMany = held.many;
    Object.assign(held, { single: [], many: false, states: new Set(), stateBytes: 0 });
    if (wasMany) held.timer = setTimeout(() => this.calm(entity, held), GATHER_MANY).unref();
    this.sending = this.sending.then(() => sendMessages(this.db, messages)).catch(this.onFault);
  }

  /** What came after a notice about many is told when that is a while ago. */
  private calm(entity: string, held: Gathered): void {
    held.timer = undefined;
    if (held.many || held.single.length > 0) this.send(entity, held);
  }
}

function oneChanged({ entity, id, version, by, was, now }: RecordChange): AddressedMessage {
  return {
    to: readersOf(entity, was, now),
    message: { event: 'record.changed', json: { entity, id, version, by } },
  };
}

function manyChanged(entity: string, { states }: Gathered): AddressedMessage {
  const now =
    states && states.size > 0 ? [...states].map((text) => JSON.parse(text) as JsonObject) : undefined;
  return { to: { readers: entity, now }, message: { event: 'entity.changed', json: { entity } } };
}

/** Those who may read the record, or could before it was deleted; whoever it was taken from is told that it is gone. */
export function readersOf(entity: string, was?: JsonObject, now?: JsonObject): Readers {
  if (!was || !now) return { readers: entity, now: now || was ? [now ?? was ?? {}] : undefined };
  return { readers: entity, now: [now], was: [was] };
}

/** A change of a record from one state to another, as others are told of it. */
export function toRecordChange(
  model: EntityModel,
  { before, after }: { before?: EntityRecord; after?: EntityRecord },
  by: RecordChange['by'],
): RecordChange {
  const { id } = (after ?? before) as EntityRecord;
  const change: RecordChange = { entity: model.name, id, version: after?.version ?? null, by };
  if (!model.access.rows) return change;
  const was = stateOf(model, before);
  const now = stateOf(model, after);
  const vague = Buffer.byteLength(JSON.stringify([was, now])) > MAX_STATE;
  return vague ? { ...change, vague } : { ...change, was, now };
}

/** What the rule about an entity's rows looks at in a record. */
function stateOf({ access }: EntityModel, record: EntityRecord | undefined): JsonObject | undefined {
  if (!record) return undefined;
  const names = matchPaths(access.rows).map((path) => path.replace(/^\//, '').split(/[./]/)[0] ?? '');
  return Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
}
