import type { ReplicaStatus } from './database.ts';

/** A replica that is further behind is not read: what people would see is too old. */
export const MAX_LAG_MS = 30_000;
/** Positions of the primary that are remembered: those by which a lag up to the longest can be told, and one before. */
const REMEMBERED_MS = MAX_LAG_MS * 2;

/** Where the primary was at a moment: a replica that has come so far has everything that was stored by then. */
interface Mark {
  position: bigint;
  /** Milliseconds of the primary's clock. */
  at: number;
  /** The same moment by this process's steady clock. */
  noted: number;
}

export interface Judgement extends ReplicaStatus {
  /** Milliseconds of the primary's clock: what the replica has is as of then. */
  asOf?: number;
}

/**
 * How old what a replica has is: it is told by positions of the log alone. A replica's own clock says nothing while nobody
 * writes, and one that was cut off does not know that it is behind.
 */
export class ReplicaPositions {
  private marks: Mark[] = [];
  private replayed: bigint | undefined;

  /**
   * The primary is there now, at the moment `at` of its own clock; `noted` is now.
   * @param replica how far the replica had come just before
   */
  notePrimary(mark: Mark, replica = this.replayed): void {
    const last = this.marks.at(-1);
    // Another server took over, from an earlier position: what was marked before is of a history that has ended.
    if (last && mark.position < last.position) this.marks = [];
    this.marks = [...this.marks.filter(({ noted }) => mark.noted - noted <= REMEMBERED_MS), mark];
    // It has what the primary never had, or no longer has.
    if (replica !== undefined && replica > mark.position) this.replayed = undefined;
  }

  /** How far the replica has come; undefined where it does not answer. To be told before where the primary is. */
  noteReplica(position: bigint | undefined): void {
    this.replayed = position;
  }

  /** Whether the replica has everything up to a position. */
  covers(position: bigint): boolean {
    return this.replayed !== undefined && this.replayed >= position;
  }

  /** @param now by this process's steady clock */
  judge(now: number): Judgement {
    const { replayed } = this;
    if (replayed === undefined) return { state: 'away' };
    const reached = this.marks.findLast(({ position }) => position <= replayed);
    if (!reached) return { state: 'behind' };
    const lag = now - reached.noted;
    const told = { lagSeconds: lag / 1000, asOf: reached.at };
    return { state: lag > MAX_LAG_MS ? 'behind' : 'used', ...told };
  }
}
