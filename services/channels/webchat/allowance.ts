import { ApiError } from '../../engine/http/errors.ts';

/** Callers that are counted at a time; those that came first are forgotten first. */
const MOST_COUNTED = 50_000;

const tooMany = (): ApiError =>
  new ApiError(429, 'TOO_MANY', 'Too many messages at once. Please wait a moment.');

/** So many of something in so many milliseconds, for each caller. */
export class Allowance {
  private readonly used = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ApiError 429 where it was too much */
  take(caller: string): void {
    const now = this.now();
    const held = this.used.get(caller);
    const current = held && held.until > now ? held : { count: 0, until: now + this.windowMs };
    current.count += 1;
    if (current !== held) {
      this.used.delete(caller);
      if (this.used.size >= MOST_COUNTED) {
        const [oldest] = this.used.keys();
        if (oldest !== undefined) this.used.delete(oldest);
      }
      this.used.set(caller, current);
    }
    if (current.count > this.most) throw tooMany();
  }
}

/** Limits how many requests of one caller are open at a time. */
export class ConcurrencyLimit {
  private readonly open = new Map<string, number>();

  constructor(private readonly maxOpen: number) {}

  /** @throws ApiError 429 at the limit; else returns what ends the request, to be called once */
  acquire(caller: string): () => void {
    const count = this.open.get(caller) ?? 0;
    if (count >= this.maxOpen) throw tooMany();
    this.open.set(caller, count + 1);
    return () => {
      const left = (this.open.get(caller) ?? 1) - 1;
      if (left > 0) this.open.set(caller, left);
      else this.open.delete(caller);
    };
  }
}
