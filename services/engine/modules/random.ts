/** A seeded pseudo-random generator (mulberry32), so that every demo is the same. */
export class Random {
  constructor(private state: number) {}

  /** From 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.next() * choices.length)];
    if (choice === undefined) throw new Error('Nothing to pick from');
    return choice;
  }

  /** `count` different choices, in their original order. */
  sample<T>(choices: readonly T[], count: number): T[] {
    const left = new Set(choices.keys());
    while (left.size > count) left.delete(this.pick([...left]));
    return choices.filter((_, index) => left.has(index));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** `length` characters of lower-case hexadecimal. */
  hex(length: number): string {
    let text = '';
    while (text.length < length) text += this.integer(0, 0xffff).toString(16).padStart(4, '0');
    return text.slice(0, length);
  }

  /** A UUID, version 4. */
  uuid(): string {
    const hex = this.hex(32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
