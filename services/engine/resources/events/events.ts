import type { Entities } from '../../../../schemas/generated/types.ts';
import type { EntityModel, FieldErrors } from '../../../../schemas/model/types.ts';
import { startOf } from '../../../../schemas/model/spans.ts';
import type { Database } from '../../storage/database.ts';
import { MAX_EVENTS_PER_STATEMENT, storeEvents, type StoredEvent } from '../../storage/events/append.ts';
import { ensurePartitions, partitionName } from '../../storage/events/table.ts';
import { invalid } from '../../http/errors.ts';
import type { RecordWrite } from '../actions.ts';
import type { Resource } from '../catalog.ts';
import type { Services } from '../services.ts';
import { runInTransaction } from '../write/transaction.ts';
import { EventValidator } from './validateEvents.ts';

interface AppendResult {
  /** Number of new events. */
  stored: number;
  /** Number of events that were stored already. */
  duplicates: number;
  /** Ids of the new events, by row index. */
  newEventIds: ReadonlyMap<number, string>;
  /** The invalid rows, by index, with their errors. */
  refused: { row: number; fields: FieldErrors }[];
}

interface AppendOptions {
  /**
   * The transaction to run in: a hook's `write`, which notifies consoles after its commit, or any `{tx}`. Conflicts with
   * concurrent counts throw a `retryable` error; without `within` they are retried here.
   */
  within?: Pick<RecordWrite, 'tx'> & Partial<Pick<RecordWrite, 'afterCommit'>>;
  /** Stores the valid rows and returns the others in `refused`, instead of storing none: for external events. */
  skipInvalid?: boolean;
  /** The current time, for the limits of an event's time. */
  now?: Date;
}

/** Names of partitions that exist, as far as this process knows. */
const knownPartitions = new WeakMap<Database, Set<string>>();

/** Appends the events of one entity; nothing else stores events. */
export class Events<T = unknown> {
  private readonly validator: EventValidator;

  constructor(
    private readonly services: Services,
    private readonly resource: Pick<Resource, 'model' | 'validator'>,
  ) {
    this.validator = new EventValidator(resource);
  }

  /**
   * Stores events and counts each once in every roll-up, all or nothing. Events with the same key and time are duplicates.
   * Late events are counted in the bucket of their time. Events that are older than the entity's retention, or more than
   * a day in the future, are invalid.
   * @throws ApiError 422 with all errors by `/row/field`, unless `skipInvalid`
   */
  async append(rows: readonly (Partial<T> & object)[], options: AppendOptions = {}): Promise<AppendResult> {
    const { within, skipInvalid = false, now = new Date() } = options;
    const { events, refused } = this.validator.validateAll(rows, now.getTime());
    if (refused.length > 0 && !skipInvalid) throw invalid(toFieldErrors(refused));
    const stored =
      events.length === 0
        ? []
        : await (within ? this.appendInTransaction(events, within) : this.appendWithRetry(events));
    const storedIds = new Set(stored);
    // The first of several rows with the same event.
    const newEventIds = new Map<number, string>();
    for (const { id, row } of events.toSorted((one, other) => one.row - other.row))
      if (storedIds.delete(id)) newEventIds.set(row, id);
    return { stored: stored.length, duplicates: events.length - stored.length, newEventIds, refused };
  }

  private async appendInTransaction(
    events: StoredEvent[],
    write: NonNullable<AppendOptions['within']>,
  ): Promise<string[]> {
    const missing = this.findMonthsToEnsure(events);
    if (missing.length > 0) await ensurePartitions(write.tx, this.model, missing);
    const stored = await storeEvents(write.tx, this.model, events).catch((error: unknown) => {
      // The transaction is aborted; a retry ensures the partitions again.
      if (isMissingPartitionError(error)) {
        knownPartitions.delete(this.services.db);
        Object.assign(error as Error, { retryable: true });
      }
      throw error;
    });
    if (stored.length > 0)
      write.afterCommit?.(async () => {
        this.rememberPartitions(missing);
        this.services.changes.publish([this.listChange()]);
      });
    return stored;
  }

  private async appendWithRetry(events: StoredEvent[]): Promise<string[]> {
    try {
      return await this.appendInOwnTransaction(events);
    } catch (error) {
      if (!isMissingPartitionError(error)) throw error;
      // A partition was dropped meanwhile, or the database was restored from a backup.
      knownPartitions.delete(this.services.db);
      return this.appendInOwnTransaction(events);
    }
  }

  private async appendInOwnTransaction(events: StoredEvent[]): Promise<string[]> {
    const missing = this.findMonthsToEnsure(events);
    const isOneStatement = missing.length === 0 && events.length <= MAX_EVENTS_PER_STATEMENT;
    const { result } = await runInTransaction(
      this.services,
      async ({ tx, liveChanges }) => {
        if (missing.length > 0) await ensurePartitions(tx, this.model, missing);
        const stored = await storeEvents(tx, this.model, events);
        if (stored.length > 0) liveChanges.push(this.listChange());
        return stored;
      },
      { withoutTransaction: isOneStatement },
    );
    this.rememberPartitions(missing);
    return result;
  }

  /** Call after the commit of the transaction that ensured the partitions. */
  private rememberPartitions(months: number[]): void {
    const known = knownPartitions.get(this.services.db) ?? new Set();
    for (const at of months) known.add(partitionName(this.model, at));
    knownPartitions.set(this.services.db, known);
  }

  /** Months of the events whose partitions are not known to exist. */
  private findMonthsToEnsure(events: StoredEvent[]): number[] {
    const known = knownPartitions.get(this.services.db);
    const months = new Set(events.map(({ at }) => startOf('month', Date.parse(at))));
    return [...months].filter((at) => !known?.has(partitionName(this.model, at)));
  }

  /** One change for all events: open lists reload once. */
  private listChange() {
    return { entity: this.model.name, id: '', version: 1, by: null, entityOnly: true };
  }

  private get model(): EntityModel {
    return this.resource.model;
  }
}

function toFieldErrors(refused: AppendResult['refused']): FieldErrors {
  return Object.fromEntries(
    refused.flatMap(({ row, fields }) =>
      Object.entries(fields).map(([pointer, message]) => [`/${row}${pointer}`, message]),
    ),
  );
}

/** PostgreSQL found no partition for a row. */
function isMissingPartitionError(error: unknown): boolean {
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
