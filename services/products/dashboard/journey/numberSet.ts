/** A set of natural numbers below 2^31, a bit each. */
export class NumberSet {
  private bits = new Uint32Array(1024);
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(number: number): void {
    const at = number >>> 5;
    if (at >= this.bits.length) this.grow(at);
    const bit = 1 << (number & 31);
    const word = this.bits[at] ?? 0;
    if ((word & bit) !== 0) return;
    this.bits[at] = word | bit;
    this.count++;
  }

  /** Adds a packed set. */
  addPacked(bytes: Uint8Array): void {
    let last = -1;
    forEachNumber(bytes, (difference) => {
      last += difference;
      this.add(last);
    });
  }

  /** The set as the differences from one number to the next, from -1 on. */
  packed(): Buffer {
    const differences: number[] = [];
    let last = -1;
    this.bits.forEach((word, at) => {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        const number = at * 32 + 31 - Math.clz32(rest & -rest);
        differences.push(number - last);
        last = number;
      }
    });
    return packNumbers(differences);
  }

  private grow(at: number): void {
    const bits = new Uint32Array(Math.max(at + 1, this.bits.length * 2));
    bits.set(this.bits);
    this.bits = bits;
  }
}

/** Natural numbers below 2^31, seven bits to a byte, the last byte of each without its highest bit. */
export function packNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** Calls `visit` with each packed number. */
export function forEachNumber(bytes: Uint8Array, visit: (number: number) => void): void {
  let number = 0;
  let shift = 0;
  for (const byte of bytes) {
    number |= (byte & 127) << shift;
    if (byte > 127) shift += 7;
    else {
      visit(number);
      number = 0;
      shift = 0;
    }
  }
}
