import { eachNumber, NumberSet, packNumbers } from './numberSet.ts';

/** One count of a journey: of what, of which kind and id. */
export interface JourneyCount {
  part: 'previous' | 'next' | 'stage' | 'channel';
  kind: string | null;
  id: string | null;
  amount: number;
}

/**
 * What a statement counts. Of `waited` the id is the seconds until the next answer, of `person` the person's number;
 * `people` are as many who have none.
 */
export type CountedRow = { part: JourneyCount['part'] | 'waited' | 'person' | 'people' } & Omit<
  JourneyCount,
  'part'
>;

/** A tally as it is kept. */
export interface KeptTally {
  counts: string;
  waited: Uint8Array;
  people: Uint8Array;
}

/** What answers from a template came to: sums, except for people, of whom each is counted once. */
export class Tally {
  private readonly amounts = new Map<string, JourneyCount>();
  private readonly waits = new Map<number, number>();
  private readonly known = new NumberSet();
  private unknown = 0;

  take({ part, kind, id, amount }: CountedRow): void {
    if (part === 'waited') this.addWaited(Number(id), amount);
    else if (part === 'person') this.known.add(Number(id));
    else if (part === 'people') this.unknown += amount;
    else this.add({ part, kind, id, amount });
  }

  private add(count: JourneyCount): void {
    const key = `${count.part} ${count.kind} ${count.id}`;
    const own = this.amounts.get(key);
    if (own) own.amount += count.amount;
    else this.amounts.set(key, { ...count });
  }

  private addWaited(seconds: number, amount: number): void {
    this.waits.set(seconds, (this.waits.get(seconds) ?? 0) + amount);
  }

  addKept({ counts, waited, people }: KeptTally): void {
    for (const [part, kind, id, amount] of JSON.parse(counts) as KeptCount[])
      this.add({ part, kind, id, amount });
    let seconds = 0;
    let isAmount = false;
    eachNumber(waited, (number) => {
      if (isAmount) this.addWaited(seconds, number);
      else seconds += number;
      isAmount = !isAmount;
    });
    this.known.addPacked(people);
  }

  /** To be kept: only of people with numbers. */
  kept(): KeptTally {
    const counts = [...this.amounts.values()].map(({ part, kind, id, amount }): KeptCount => [
      part,
      kind,
      id,
      amount,
    ]);
    let last = 0;
    const waited = this.inOrder().flatMap(([seconds, amount]) => {
      const further = seconds - last;
      last = seconds;
      return [further, amount];
    });
    return { counts: JSON.stringify(counts), waited: packNumbers(waited), people: this.known.packed() };
  }

  of(part: JourneyCount['part']): JourneyCount[] {
    return [...this.amounts.values()].filter((count) => count.part === part);
  }

  get people(): number {
    return this.known.size + this.unknown;
  }

  /** Seconds within which half of those that were followed by another answer were; null for none. */
  get medianSeconds(): number | null {
    const waits = this.inOrder();
    const half = waits.reduce((sum, [, amount]) => sum + amount, 0) / 2;
    let sum = 0;
    return waits.find(([, amount]) => (sum += amount) >= half)?.[0] ?? null;
  }

  private inOrder(): [seconds: number, amount: number][] {
    return [...this.waits].toSorted(([a], [b]) => a - b);
  }
}

type KeptCount = [part: JourneyCount['part'], kind: string | null, id: string | null, amount: number];
