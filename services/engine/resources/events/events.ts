import type { Entities } from '../../../../schemas/generated/types.ts';
import type { EntityModel, FieldErrors } from '../../../../schemas/model/types.ts';
import { startOf } from '../../../../schemas/model/spans.ts';
import type { Database } from '../../storage/database.ts';
import { ROWS_AT_ONCE, storeEvents, type StoredEvent } from '../../storage/events/append.ts';
import { ensurePartitions, partitionName } from '../../storage/events/table.ts';
import { invalid } from '../../http/errors.ts';
import type { RecordWrite } from '../actions.ts';
import type { Resource } from '../catalog.ts';
import type { Services } from '../services.ts';
import { runInTransaction } from '../write/transaction.ts';
import { EventValidator } from './validateEvents.ts';

interface Appended {
  /** How many are new. */
  stored: number;
  /** How many were stored already, and are counted once. */
  repeated: number;
  /** Which rows are new, by their place, each with the id of its event. */
  fresh: ReadonlyMap<number, string>;
  /** What was left out, by its place among the rows. */
  refused: { row: number; fields: FieldErrors }[];
}

interface AppendOptions {
  /**
   * Takes part in a transaction: that of a hook's `write`, which tells consoles after its commit, or any `{tx}`. It
   * may lose against another one that counts the same (`retryable`); own transactions are tried again.
   */
  within?: Pick<RecordWrite, 'tx'> & Partial<Pick<RecordWrite, 'afterCommit'>>;
  /** Faulty rows are left out and told, instead of none being stored: for what comes from outside. */
  leaveOut?: boolean;
  /** The present, by which too old and future events are refused. */
  now?: Date;
}

/** Partitions that are known to be there. */
const present = new WeakMap<Database, Set<string>>();

/** The events of one entity: the only way in which any are stored. */
export class Events<T = unknown> {
  private readonly judge: EventValidator;

  constructor(
    private readonly services: Services,
    private readonly resource: Pick<Resource, 'model' | 'validator'>,
  ) {
    this.judge = new EventValidator(resource);
  }

  /**
   * Stores events and counts them in every roll-up, all or nothing, exactly once each: one with the key and the time
   * of another is that one. Late ones are counted where they belong; what is older than the entity keeps, or more
   * than a day ahead, is refused.
   * @throws ApiError 422 with every fault by `/row/field`, unless they are left out
   */
  async append(rows: readonly (Partial<T> & object)[], options: AppendOptions = {}): Promise<Appended> {
    const { within, leaveOut = false, now = new Date() } = options;
    const { events, refused } = this.judge.all(rows, now.getTime());
    if (refused.length > 0 && !leaveOut) throw invalid(told(refused));
    const stored =
      events.length === 0 ? [] : await (within ? this.takePart(events, within) : this.own(events));
    const added = new Set(stored);
    // Of several rows that are the same event the first one counts.
    const fresh = new Map<number, string>();
    for (const { id, row } of events.toSorted((one, other) => one.row - other.row))
      if (added.delete(id)) fresh.set(row, id);
    return { stored: stored.length, repeated: events.length - stored.length, fresh, refused };
  }

  private async takePart(
    events: StoredEvent[],
    write: NonNullable<AppendOptions['within']>,
  ): Promise<string[]> {
    const missing = this.missing(events);
    if (missing.length > 0) await ensurePartitions(write.tx, this.model, missing);
    const stored = await storeEvents(write.tx, this.model, events).catch((error: unknown) => {
      // The transaction is undone; another try makes sure of the partitions anew.
      if (isWithoutPartition(error)) {
        present.delete(this.services.db);
        Object.assign(error as Error, { retryable: true });
      }
      throw error;
    });
    if (stored.length > 0)
      write.afterCommit?.(async () => {
        this.know(missing);
        this.services.changes.publish([this.change()]);
      });
    return stored;
  }

  private async own(events: StoredEvent[]): Promise<string[]> {
    try {
      return await this.inOwnTransaction(events);
    } catch (error) {
      if (!isWithoutPartition(error)) throw error;
      // Dropped since, or restored from a backup.
      present.delete(this.services.db);
      return this.inOwnTransaction(events);
    }
  }

  private async inOwnTransaction(events: StoredEvent[]): Promise<string[]> {
    const missing = this.missing(events);
    const isOneStatement = missing.length === 0 && events.length <= ROWS_AT_ONCE;
    const { result } = await runInTransaction(
      this.services,
      async ({ tx, liveChanges }) => {
        if (missing.length > 0) await ensurePartitions(tx, this.model, missing);
        const stored = await storeEvents(tx, this.model, events);
        if (stored.length > 0) liveChanges.push(this.change());
        return stored;
      },
      { withoutTransaction: isOneStatement },
    );
    this.know(missing);
    return result;
  }

  /** After the commit of what made sure of them. */
  private know(months: number[]): void {
    const known = present.get(this.services.db) ?? new Set();
    for (const at of months) known.add(partitionName(this.model, at));
    present.set(this.services.db, known);
  }

  /** Months of the events whose partitions are not known to be there. */
  private missing(events: StoredEvent[]): number[] {
    const known = present.get(this.services.db);
    const months = new Set(events.map(({ at }) => startOf('month', Date.parse(at))));
    return [...months].filter((at) => !known?.has(partitionName(this.model, at)));
  }

  /** Open lists ask once, however many there were. */
  private change() {
    return { entity: this.model.name, id: '', version: 1, by: null, vague: true };
  }

  private get model(): EntityModel {
    return this.resource.model;
  }
}

function told(refused: Appended['refused']): FieldErrors {
  return Object.fromEntries(
    refused.flatMap(({ row, fields }) =>
      Object.entries(fields).map(([pointer, message]) => [`/${row}${pointer}`, message]),
    ),
  );
}

/** A row for which the table has no part. */
function isWithoutPartition(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '23514';
}

/**
 * The events of an entity: `await events(services, 'message').append(rows)`.
 * @throws ApiError 404 for an entity that the product does not have
 */
export function events<Name extends keyof Entities>(
  services: Services,
  entity: Name,
): Events<Entities[Name]> {
  return new Events<Entities[Name]>(services, services.catalog.require(entity));
}
