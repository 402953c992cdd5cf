import type { ReplicaStatus } from './database.ts';

/** A replica that is further behind is not read: its data is too old. */
export const MAX_LAG_MS = 30_000;
/** How long positions of the primary are remembered: long enough to measure every lag up to the limit. */
const POSITION_HISTORY_MS = MAX_LAG_MS * 2;

/** The WAL position of the primary at a moment: a replica that has replayed it has everything stored by then. */
interface PrimaryPosition {
  position: bigint;
  /** Milliseconds of the primary's clock. */
  at: number;
  /** The same moment by this process's monotonic clock. */
  readAt: number;
}

export interface ReplicaAssessment extends ReplicaStatus {
  /** The moment that the replica's data is of, in milliseconds of the primary's clock. */
  asOf?: number;
}

/**
 * Measures how old the data of a replica is, by WAL positions alone: its own timestamps do not advance while nobody
 * writes, and a disconnected replica does not know that it is behind.
 */
export class ReplicaPositions {
  private history: PrimaryPosition[] = [];
  private replayed: bigint | undefined;

  /**
   * Adds the current position of the primary.
   * @param replica the position that the replica had replayed just before
   */
  addPrimary(current: PrimaryPosition, replica = this.replayed): void {
    const last = this.history.at(-1);
    // Another server took over from an earlier position, so the older positions are of a timeline that has ended.
    if (last && current.position < last.position) this.history = [];
    this.history = [
      ...this.history.filter(({ readAt }) => current.readAt - readAt <= POSITION_HISTORY_MS),
      current,
    ];
    // The replica is ahead of the primary: it follows another timeline.
    if (replica !== undefined && replica > current.position) this.replayed = undefined;
  }

  /** Sets the position that the replica has replayed; undefined when it does not respond. To be read before the primary's. */
  setReplica(position: bigint | undefined): void {
    this.replayed = position;
  }

  /** Whether the replica has everything up to a position. */
  covers(position: bigint): boolean {
    return this.replayed !== undefined && this.replayed >= position;
  }

  /** @param now by this process's monotonic clock */
  assess(now: number): ReplicaAssessment {
    const { replayed } = this;
    if (replayed === undefined) return { state: 'away' };
    const reached = this.history.findLast(({ position }) => position <= replayed);
    if (!reached) return { state: 'behind' };
    const lagMs = now - reached.readAt;
    return {
      state: lagMs > MAX_LAG_MS ? 'behind' : 'used',
      lagSeconds: lagMs / 1000,
      asOf: reached.at,
    };
  }
}
