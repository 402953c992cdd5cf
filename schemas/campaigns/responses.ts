/** Response of `POST campaigns/reach`: what is known of a broadcast before it is sent. Times are ISO 8601. */
export interface ReachResponse {
  /** How many receive it, and why others do not. */
  reach: {
    /** Recipients. */
    people: number;
    /** Size of the audience before exclusions. */
    targeted: number;
    blocked: number;
    /** Outside the platform's reply window. */
    outsideWindow: number;
    /** Their web chat session is closed. */
    ended: number;
    onOtherChannels: number;
    /** Excluded by the broadcast's own exclusions. */
    leftOut: number;
  };
  /** The platform-wide call of a broadcast to everyone, where the channel's type has one; else null. */
  everyone: {
    /** The platform-wide call is used, so followers without a profile receive it too. */
    includesUnknownFollowers: boolean;
    /** Followers (`friends`) by the platform's own count; null where it does not say. `day` is `2026-11-24`. */
    count: { friends: number; blocked: number; day: string } | null;
  } | null;
  /** Names of the variables in the messages that differ per person. */
  personal: string[];
  /** By how many people the segment has shrunk since the broadcast was last saved or approved. */
  fewer: number;
  /** Ids of a manual audience that nobody on the channel has; the first 100. */
  unknownIds: string[];
  unknownCount: number;
  /** Ids that a manual audience lists twice; the first 100. */
  duplicates: string[];
  duplicateCount: number;
  /** Monthly LINE quota, counted per recipient, however many messages; null when unlimited or unknown. */
  quota: { limit: number; used: number } | null;
  /** False when the channel has no credentials: nothing is sent. */
  isConnected: boolean;
  /** Expected start. */
  starts: string;
  /** Estimated end. */
  ends: string;
  batchCount: number;
  /** Broadcasts that may still start in the hour of `starts`, and the next time at which one may. */
  remainingSlots: number;
  nextSlotAt: string;
}

/** Response of `GET campaigns/places`: the free start slots of a day, per hour of UTC+7. */
export interface SlotsResponse {
  /** Each hour that is not over: its start (ISO 8601), and how many broadcasts may still start in it. */
  hours: { at: string; remainingSlots: number }[];
}

/** Response of `GET campaigns/{id}/progress`. */
export interface ProgressResponse {
  /** `held`: a retry was requested and starts when its undo period ends. `over`: all batches are finished. */
  state: 'none' | 'sending' | 'held' | 'stopped' | 'over';
  sandbox: boolean;
  /** Sent by the platform-wide call; `counts` has only the followers with a profile. */
  sentInOneCall: boolean;
  /** `left`: not sent yet. */
  counts: { total: number; sent: number; failed: number; unknown: number; left: number };
  batches: { done: number; total: number };
  /** Finished batches and people per minute of the last hours. */
  minutes: { at: string; batches: number; people: number }[];
  /** Why people did not receive it, the most frequent reason first. */
  reasons: { reason: string; state: 'failed' | 'unknown'; people: number }[];
  /** `who`: name of the user who did it. */
  timeline: { at: string; kind: string; who: string | null; note: string | null }[];
  begunAt: string | null;
  endedAt: string | null;
}

/** Maximum rows of the failures file (`GET campaigns/{id}/failures`). */
export const MAX_EXPORTED_FAILURES = 10_000;

/** One recipient and the messages sent (`GET campaigns/{id}/outbox`). */
export interface OutboxEntry {
  id: string;
  /** Their id on the platform. */
  person: string;
  name: string;
  state: 'waiting' | 'sent' | 'failed' | 'unknown';
  note: string | null;
  texts: string[];
}
