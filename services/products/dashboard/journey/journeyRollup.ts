import { forEachNumber, NumberSet, packNumbers } from './numberSet.ts';

/** One count of a journey, for a part of it and a kind and id within that part. */
export interface JourneyCount {
  part: 'previous' | 'next' | 'stage' | 'channel';
  kind: string | null;
  id: string | null;
  amount: number;
}

/** A row of `countSql`. The id is seconds for `waited` and the person's number for `person`; `people` counts those without one. */
export type CountRow = { part: JourneyCount['part'] | 'waited' | 'person' | 'people' } & Omit<
  JourneyCount,
  'part'
>;

/** A roll-up as it is stored. */
export interface StoredRollup {
  counts: string;
  waited: Uint8Array;
  people: Uint8Array;
}

/** Counts of a template's answers; each person is counted once. */
export class JourneyRollup {
  private readonly amounts = new Map<string, JourneyCount>();
  private readonly waits = new Map<number, number>();
  private readonly knownPeople = new NumberSet();
  private unknownPeople = 0;

  addRow({ part, kind, id, amount }: CountRow): void {
    if (part === 'waited') this.addWaited(Number(id), amount);
    else if (part === 'person') this.knownPeople.add(Number(id));
    else if (part === 'people') this.unknownPeople += amount;
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

  addStored({ counts, waited, people }: StoredRollup): void {
    for (const [part, kind, id, amount] of JSON.parse(counts) as StoredCount[])
      this.add({ part, kind, id, amount });
    let seconds = 0;
    let isAmount = false;
    forEachNumber(waited, (number) => {
      if (isAmount) this.addWaited(seconds, number);
      else seconds += number;
      isAmount = !isAmount;
    });
    this.knownPeople.addPacked(people);
  }

  /** The stored form, without people that have no number. */
  toStored(): StoredRollup {
    const counts = [...this.amounts.values()].map(({ part, kind, id, amount }): StoredCount => [
      part,
      kind,
      id,
      amount,
    ]);
    let last = 0;
    const waited = this.sortedWaits().flatMap(([seconds, amount]) => {
      const further = seconds - last;
      last = seconds;
      return [further, amount];
    });
    return { counts: JSON.stringify(counts), waited: packNumbers(waited), people: this.knownPeople.packed() };
  }

  countsOf(part: JourneyCount['part']): JourneyCount[] {
    return [...this.amounts.values()].filter((count) => count.part === part);
  }

  get people(): number {
    return this.knownPeople.size + this.unknownPeople;
  }

  /** Median seconds until the next answer; null where none followed. */
  get medianSeconds(): number | null {
    const waits = this.sortedWaits();
    const half = waits.reduce((sum, [, amount]) => sum + amount, 0) / 2;
    let sum = 0;
    return waits.find(([, amount]) => (sum += amount) >= half)?.[0] ?? null;
  }

  private sortedWaits(): [seconds: number, amount: number][] {
    return [...this.waits].toSorted(([a], [b]) => a - b);
  }
}

type StoredCount = [part: JourneyCount['part'], kind: string | null, id: string | null, amount: number];
