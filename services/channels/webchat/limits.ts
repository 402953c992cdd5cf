import { ApiError } from '../../engine/http/errors.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Beyond it, the oldest caller is dropped. */
const MAX_TRACKED_CALLERS = 50_000;

const tooManyRequests = (): ApiError =>
  new ApiError(429, 'TOO_MANY', t('Too many messages at once. Please wait a moment.'));

/** Limits the uses per caller within a fixed window. */
export class WindowLimit {
  private readonly windows = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly maxPerWindow: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ApiError 429 beyond the limit */
  consume(caller: string): void {
    const now = this.now();
    const existing = this.windows.get(caller);
    const current = existing && existing.until > now ? existing : { count: 0, until: now + this.windowMs };
    current.count += 1;
    if (current !== existing) {
      this.windows.delete(caller);
      if (this.windows.size >= MAX_TRACKED_CALLERS) {
        const [oldest] = this.windows.keys();
        if (oldest !== undefined) this.windows.delete(oldest);
      }
      this.windows.set(caller, current);
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
      const remaining = (this.open.get(caller) ?? 1) - 1;
      if (remaining > 0) this.open.set(caller, remaining);
      else this.open.delete(caller);
    };
  }
}
