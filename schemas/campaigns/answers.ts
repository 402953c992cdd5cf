/** What is told of a broadcast before it goes out (`POST campaigns/reach`). Times are ISO 8601. */
export interface ReachAnswer {
  /** Who gets it, of those who are meant; and why others do not. */
  reach: {
    people: number;
    targeted: number;
    blocked: number;
    outsideWindow: number;
    /** Whose web chat is over. */
    ended: number;
    onOtherChannels: number;
    leftOut: number;
  };
  /** Of a broadcast to everyone, where the channel's type has a call that reaches all who follow it; else null. */
  everyone: {
    /** That call is made: those too get it who are not known here. */
    includesUnknownFollowers: boolean;
    /** Those who follow the channel by its platform's own count; null where it does not say. `day` is `2026-11-24`. */
    count: { friends: number; blocked: number; day: string } | null;
  } | null;
  /** Variables that the messages name and that are of people: not everybody gets the same. */
  personal: string[];
  /** So many fewer get it than when it was last saved or approved: its segment has become smaller. */
  fewer: number;
  /** Ids of a manual audience that nobody on the channel has, and those that stand there twice; the first 100. */
  unknownIds: string[];
  unknownCount: number;
  duplicates: string[];
  duplicateCount: number;
  /** What LINE takes in a month, in people who get something, however many messages; null where there is no limit, or nobody knows. */
  quota: { limit: number; used: number } | null;
  /** The channel has no credentials: nothing leaves the services. */
  isConnected: boolean;
  starts: string;
  ends: string;
  batchCount: number;
  /** Broadcasts that may still begin in that hour, and the next time at which one may. */
  remainingSlots: number;
  nextSlotAt: string;
}

/** Places of a day that broadcasts may still begin at, hour by hour on the clock of UTC+7 (`GET campaigns/places`). */
export interface PlacesAnswer {
  /** Of each hour that is not over: when it begins (ISO 8601), and how many may still begin within it. */
  hours: { at: string; remainingSlots: number }[];
}

/** How far a broadcast is (`GET campaigns/{id}/progress`). */
export interface ProgressAnswer {
  /** `held`: it is retried once the time for Undo is over. */
  state: 'none' | 'sending' | 'held' | 'stopped' | 'over';
  sandbox: boolean;
  /** One call sent it to all who follow the channel; counted are those of them who are known here. */
  sentInOneCall: boolean;
  counts: { total: number; sent: number; failed: number; unknown: number; left: number };
  batches: { done: number; total: number };
  /** Minutes of the last hours in which parts ended. */
  minutes: { at: string; batches: number; people: number }[];
  /** Why people did not get it, the most first. */
  reasons: { reason: string; state: 'failed' | 'unknown'; people: number }[];
  timeline: { at: string; kind: string; who: string | null; note: string | null }[];
  begunAt: string | null;
  endedAt: string | null;
}

/** People of the file of who did not get it (`GET campaigns/{id}/failures`), at most. */
export const MAX_LISTED_FAILURES = 10_000;

/** Somebody who gets a broadcast, and what (`GET campaigns/{id}/outbox`). */
export interface OutboxEntry {
  id: string;
  person: string;
  name: string;
  state: 'waiting' | 'sent' | 'failed' | 'unknown';
  note: string | null;
  texts: string[];
}
