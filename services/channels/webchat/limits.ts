import { ApiError } from '../../engine/http/errors.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Callers that are counted at a time; those that came first are forgotten first. */
const MAX_TRACKED_CALLERS = 50_000;

const tooManyRequests = (): ApiError =>
  new ApiError(429, 'TOO_MANY', t('Too many messages at once. Please wait a moment.'));

/** So many of something in so many milliseconds, for each caller. */
export class WindowLimit {
  private readonly used = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly maxPerWindow: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ApiError 429 where it was too much */
  consume(caller: string): void {
    const now = this.now();
    const held = this.used.get(caller);
    const current = held && held.until > now ? held : { count: 0, until: now + this.windowMs };
    current.count += 1;
    if (current !== held) {
      this.used.delete(caller);
      if (this.used.size >= MAX_TRACKED_CALLERS) {
        const [oldest] = this.used.keys();
        if (oldest !== undefined) this.used.delete(oldest);
      }
      this.used.set(caller, current);
    }
    if (current.count > this.maxPerWindow) throw tooManyRequests();
  }
}

/** Limits how many requests of one caller are open at a time. */
export class ConcurrencyLimit {
  private readonly open = new Map<string, number>();

  constructor(private readonly maxOpen: number) {}

  /** @throws ApiError 429 at the limit; else returns what ends the request, to be called once */
  acquire(caller: string): () => void {
    const count = this.open.get(caller) ?? 0;
    if (count >= this.maxOpen) throw tooManyRequests();
    this.open.set(caller, count + 1);
    return () => {
      const left = (this.open.get(caller) ?? 1) - 1;
      if (left > 0) this.open.set(caller, left);
      else this.open.delete(caller);
    };
  }
}
