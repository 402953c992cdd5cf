import type { Match } from './match.ts';

/** Length of a roll-up's bucket and of a table's partition; days and months are those of `EVENT_ZONE`. */
export type Span = 'hour' | 'day' | 'month';

/** Granularity of a query over roll-ups: a span, or a week from Monday on. */
export type Granularity = Span | 'week';

/** An entity whose records are events: appended, never changed. */
export interface EventsModel {
  /** The field with the event's time. */
  at: string;
  /**
   * Fields that identify an event together with its time: a repeated one is counted once. Empty: every event counts.
   */
  key: string[];
  /** Retention in days, dropped by whole months; undefined keeps them forever. */
  keep?: number;
  rollups: RollupModel[];
}

/** Counts stored with the events, in the same transaction. */
export interface RollupModel {
  id: string;
  per: Span;
  /** Coarser buckets stored as well, the shorter first, so that long periods are read from few buckets. */
  grains: Span[];
  /** Fields to group by. */
  by: string[];
  /** Number fields to sum. */
  sum: string[];
  /** Fields whose distinct values are counted. */
  distinct: string[];
  /** Which events count; left out, all do. */
  where?: Match;
  /** Retention of the counts in days; undefined keeps them, also after their events are gone. */
  keep?: number;
}
