import type { Entities } from '../../../../schemas/generated/types.ts';
import type { EntityModel, FieldErrors } from '../../../../schemas/model/types.ts';
import { startOf } from '../../../../schemas/model/spans.ts';
import type { Database } from '../../storage/database.ts';
import { MAX_ROWS_PER_STATEMENT, storeEvents, type StoredEvent } from '../../storage/events/append.ts';
import { createPartitions, partitionName } from '../../storage/events/table.ts';
import { invalid } from '../../http/errors.ts';
import type { RecordWrite } from '../actions.ts';
import type { Resource } from '../catalog.ts';
import type { Services } from '../services.ts';
import { runInTransaction } from '../write/unitOfWork.ts';
import { EventValidator } from './validateEvents.ts';

export interface AppendResult {
  /** How many are new. */
  stored: number;
  /** How many were stored already, and are counted once. */
  repeated: number;
  /** Which rows are new, by their place, each with the id of its event. */
  newIds: ReadonlyMap<number, string>;
  /** What was left out, by its place among the rows. */
  rejected: { row: number; fields: FieldErrors }[];
}

export interface AppendOptions {
  /**
   * Takes part in a transaction: that of a hook's `write`, which tells consoles after its commit, or any `{tx}`. It
   * may lose against another one that counts the same (`retryable`); own transactions are tried again.
   */
  unit?: Pick<RecordWrite, 'tx'> & Partial<Pick<RecordWrite, 'afterCommit'>>;
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
    private readonly resource: Pick<Resource, 'model' | 'check'>,
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
    const { unit, skipInvalid = false, now = new Date() } = options;
    const { events, rejected } = this.validator.validateAll(rows, now.getTime());
    if (rejected.length > 0 && !skipInvalid) throw invalid(toFieldErrors(rejected));
    const stored =
      events.length === 0 ? [] : await (unit ? this.appendInUnit(events, unit) : this.appendAlone(events));
    const added = new Set(stored);
    // Of several rows that are the same event the first one counts.
    const fresh = new Map<number, string>();
    for (const { id, row } of events.toSorted((one, other) => one.row - other.row))
      if (added.delete(id)) fresh.set(row, id);
    return { stored: stored.length, repeated: events.length - stored.length, newIds: fresh, rejected };
  }

  private async appendInUnit(
    events: StoredEvent[],
    write: NonNullable<AppendOptions['unit']>,
  ): Promise<string[]> {
    const missingPartitions = this.missing(events);
    if (missingPartitions.length > 0) await createPartitions(write.tx, this.model, missingPartitions);
    const stored = await storeEvents(write.tx, this.model, events).catch((error: unknown) => {
      // The transaction is undone; another try makes sure of the partitions anew.
      if (isMissingPartition(error)) {
        knownPartitions.delete(this.services.db);
        Object.assign(error as Error, { retryable: true });
      }
      throw error;
    });
    if (stored.length > 0)
      write.afterCommit?.(async () => {
        this.markKnown(missingPartitions);
        this.services.changes.publish([this.publishChange()]);
      });
    return stored;
  }

  private async appendAlone(events: StoredEvent[]): Promise<string[]> {
    try {
      return await this.inOwnTransaction(events);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      // Dropped since, or restored from a backup.
      knownPartitions.delete(this.services.db);
      return this.inOwnTransaction(events);
    }
  }

  private async inOwnTransaction(events: StoredEvent[]): Promise<string[]> {
    const missing = this.missing(events);
    const plain = missing.length === 0 && events.length <= MAX_ROWS_PER_STATEMENT;
    const { result } = await runInTransaction(
      this.services,
      async ({ tx, liveChanges }) => {
        if (missing.length > 0) await createPartitions(tx, this.model, missing);
        const stored = await storeEvents(tx, this.model, events);
        if (stored.length > 0) liveChanges.push(this.publishChange());
        return stored;
      },
      plain,
    );
    this.markKnown(missing);
    return result;
  }

  /** After the commit of what made sure of them. */
  private markKnown(months: number[]): void {
    const known = knownPartitions.get(this.services.db) ?? new Set();
    for (const at of months) known.add(partitionName(this.model, at));
    knownPartitions.set(this.services.db, known);
  }

  /** Months of the events whose partitions are not known to be there. */
  private missing(events: StoredEvent[]): number[] {
    const known = knownPartitions.get(this.services.db);
    const months = new Set(events.map(({ at }) => startOf('month', Date.parse(at))));
    return [...months].filter((at) => !known?.has(partitionName(this.model, at)));
  }

  /** Open lists ask once, however many there were. */
  private publishChange() {
    return { entity: this.model.name, id: '', version: 1, by: null, vague: true };
  }

  private get model(): EntityModel {
    return this.resource.model;
  }
}

function toFieldErrors(refused: AppendResult['rejected']): FieldErrors {
  return Object.fromEntries(
    refused.flatMap(({ row, fields }) =>
      Object.entries(fields).map(([pointer, message]) => [`/${row}${pointer}`, message]),
    ),
  );
}

/** A row for which the table has no part. */
function isMissingPartition(error: unknown): boolean {
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
