import type { SendOutcome } from '../../channels/types.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import type { Recipient } from './store.ts';

/**
 * Calls refused without naming anybody, before anything was delivered, after which the messages are assumed to be the
 * cause. It is enough to isolate some people by halving.
 */
const MAX_FAILED_CALLS = 64;

/** People of a refused call who are called again as a group of their own. */
interface SplitGroup {
  group: number;
  people: Recipient[];
}

/** Isolates the recipients for whom the platform refuses the calls of one batch. */
export class GroupSplitter {
  private lastGroup: number | undefined;
  private failedCalls = 0;
  private hasDelivered = false;

  constructor(
    private readonly db: Queryable,
    private readonly campaign: string,
    private readonly batch: number,
  ) {}

  /**
   * Groups to call again after a refusal: everybody but those whom the platform names, or else two halves.
   * The call's outcome is final for whoever is in none of them.
   */
  async split(outcome: SendOutcome, people: readonly Recipient[]): Promise<SplitGroup[]> {
    this.hasDelivered ||= outcome.state === 'sent';
    if (outcome.state !== 'failed' || !outcome.refusedPeople) return [];
    const refused = new Set(outcome.refusedPeople.filter((place) => place < people.length));
    if (refused.size > 0) return this.assignGroups([people.filter((_, place) => !refused.has(place))]);
    this.failedCalls += 1;
    if (!this.hasDelivered && this.failedCalls >= MAX_FAILED_CALLS) return [];
    const half = Math.ceil(people.length / 2);
    return people.length < 2 ? [] : this.assignGroups([people.slice(0, half), people.slice(half)]);
  }

  private async assignGroups(groups: Recipient[][]): Promise<SplitGroup[]> {
    const splits: SplitGroup[] = [];
    for (const people of groups.filter(({ length }) => length > 0)) {
      this.lastGroup = (this.lastGroup ?? (await this.readLastGroup())) + 1;
      splits.push({ group: this.lastGroup, people });
    }
    return splits;
  }

  private async readLastGroup(): Promise<number> {
    const [row] = await this.db.query<{ last: number }>(
      'SELECT max(crowd) AS last FROM broadcast_recipient WHERE campaign = $1::uuid AND part = $2::int',
      [this.campaign, this.batch],
    );
    return row?.last ?? 0;
  }
}
