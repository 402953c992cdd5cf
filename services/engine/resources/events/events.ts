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

interface AppendResult {
  /** How many are new. */
  stored: number;
  /** How many were stored already, and are counted once. */
  duplicates: number;
  /** Which rows are new, by their place, each with the id of its event. */
  newEventIds: ReadonlyMap<number, string>;
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
  skipInvalid?: boolean;
  /** The present, by which too old and future events are refused. */
  now?: Date;
}

/** Partitions that are known to be there. */
const knownPartitions = new WeakMap<Database, Set<string>>();

/** The events of one entity: the only way in which any are stored. */
export class Events<T = unknown> {
  private readonly validator: EventValidator;

  constructor(
    private readonly services: Services,
    private readonly resource: Pick<Resource, 'model' | 'validator'>,
  ) {
    this.validator = new EventValidator(resource);
  }

  /**
   * Stores events and counts them in every roll-up, all or nothing, exactly once each: one with the key and the time
   * of another is that one. Late ones are counted where they belong; what is older than the entity keeps, or more
   * than a day ahead, is refused.
   * @throws ApiError 422 with every fault by `/row/field`, unless they are left out
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
    // Of several rows that are the same event the first one counts.
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
      // The transaction is undone; another try makes sure of the partitions anew.
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
      // Dropped since, or restored from a backup.
      knownPartitions.delete(this.services.db);
      return this.appendInOwnTransaction(events);
    }
  }

  private async appendInOwnTransaction(events: StoredEvent[]): Promise<string[]> {
    const missing = this.findMonthsToEnsure(events);
    const isOneStatement = missing.length === 0 && events.length <= ROWS_AT_ONCE;
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

  /** After the commit of what made sure of them. */
  private rememberPartitions(months: number[]): void {
    const known = knownPartitions.get(this.services.db) ?? new Set();
    for (const at of months) known.add(partitionName(this.model, at));
    knownPartitions.set(this.services.db, known);
  }

  /** Months of the events whose partitions are not known to be there. */
  private findMonthsToEnsure(events: StoredEvent[]): number[] {
    const known = knownPartitions.get(this.services.db);
    const months = new Set(events.map(({ at }) => startOf('month', Date.parse(at))));
    return [...months].filter((at) => !known?.has(partitionName(this.model, at)));
  }

  /** Open lists ask once, however many there were. */
  private listChange() {
    return { entity: this.model.name, id: '', version: 1, by: null, vague: true };
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

/** A row for which the table has no part. */
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
