import type { Match } from './match.ts';

/** How long one bucket of a roll-up is, and one partition of the table; days and months are those of `EVENT_ZONE`. */
export type Span = 'hour' | 'day' | 'month';

/** What rows of a reading are of: a span, or a week from Monday on. */
export type Stretch = Span | 'week';

/** An entity whose records are events: appended, never changed. */
export interface EventsModel {
  /** The field that says when an event happened. */
  at: string;
  /** Fields that, with the time, say which event it is: one that comes again is counted once. None: each is another. */
  key: string[];
  /** Days after which events are dropped, a whole month at a time; left out, they stay. */
  keep?: number;
  rollups: RollupModel[];
}

/** Counts kept beside the events, in the same transaction. */
export interface RollupModel {
  id: string;
  per: Span;
  /** Longer buckets that are kept beside its own, the shorter first: long times are read from few of them. */
  grains: Span[];
  /** Fields whose values have counts of their own. */
  by: string[];
  /** Number fields that are added up. */
  sum: string[];
  /** Fields whose different values are counted. */
  distinct: string[];
  /** Which events count; left out, all do. */
  where?: Match;
  /** Days after which counts are dropped; left out, they stay, also when their events are gone. */
  keep?: number;
}
