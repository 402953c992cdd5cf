import type { Outcome } from '../../channels/types.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import type { Recipient } from './store.ts';

/**
 * Calls refused without saying for whom, before anybody got anything, after which what was sent is taken to be at fault:
 * enough to find some of the people one by one.
 */
const MAX_VAIN_CALLS = 64;

/** People of a refused call who are tried again, in a call of their own. */
export interface Split {
  crowd: number;
  people: Recipient[];
}

/** Finds out for whom the calls of one part are refused. */
export class Splitting {
  private crowd: number | undefined;
  private vainCalls = 0;
  private isTaken = false;

  constructor(
    private readonly db: Queryable,
    private readonly campaign: string,
    private readonly part: number,
  ) {}

  /**
   * Who is tried again after a call, and in which calls: all but those whom the platform names, or else two halves.
   * Whoever is in none of them has the call's outcome.
   */
  async after(outcome: Outcome, people: readonly Recipient[]): Promise<Split[]> {
    this.isTaken ||= outcome.state === 'sent';
    if (outcome.state !== 'failed' || !outcome.refusedPeople) return [];
    const refused = new Set(outcome.refusedPeople.filter((place) => place < people.length));
    if (refused.size > 0) return this.placed([people.filter((_, place) => !refused.has(place))]);
    this.vainCalls += 1;
    if (!this.isTaken && this.vainCalls >= MAX_VAIN_CALLS) return [];
    const half = Math.ceil(people.length / 2);
    return people.length < 2 ? [] : this.placed([people.slice(0, half), people.slice(half)]);
  }

  private async placed(groups: Recipient[][]): Promise<Split[]> {
    const splits: Split[] = [];
    for (const people of groups.filter(({ length }) => length > 0)) {
      this.crowd = (this.crowd ?? (await this.lastCrowd())) + 1;
      splits.push({ crowd: this.crowd, people });
    }
    return splits;
  }

  private async lastCrowd(): Promise<number> {
    const [row] = await this.db.query<{ last: number }>(
      'SELECT max(crowd) AS last FROM broadcast_recipient WHERE campaign = $1::uuid AND part = $2::int',
      [this.campaign, this.part],
    );
    return row?.last ?? 0;
  }
}
