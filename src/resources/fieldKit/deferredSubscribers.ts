/** Typing pauses for this long before subscribers run. */
const QUIET_MS = 60;
/** Subscribers run at the latest this long after the first unseen keystroke. */
const MAX_LAG_MS = 180;

/**
 * Subscribers that may lag behind typing (previews, checks, counters). They run when typing pauses, so that they never
 * delay the frame that shows a keystroke.
 */
export class DeferredSubscribers {
  private readonly all = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first unseen keystroke, by `performance.now()`. */
  private behindSince: number | undefined;

  /** @param whenReleased runs its argument, once no pointer is pressed */
  constructor(private readonly whenReleased: (run: () => void) => void) {}

  /** @returns the function that unsubscribes */
  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.all.add(subscriber);
    return () => this.all.delete(subscriber);
  };

  /** Runs the subscribers when typing pauses. */
  schedule(): void {
    const now = performance.now();
    this.behindSince ??= now;
    clearTimeout(this.timer);
    const wait = Math.min(QUIET_MS, Math.max(0, this.behindSince + MAX_LAG_MS - now));
    this.timer = setTimeout(() => this.whenReleased(this.flush), wait);
  }

  readonly flush = (): void => {
    this.cancel();
    for (const subscriber of this.all) subscriber();
  };

  cancel(): void {
    clearTimeout(this.timer);
    this.behindSince = undefined;
  }
}
