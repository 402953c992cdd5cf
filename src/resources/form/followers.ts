/** Milliseconds between two keys in which those who follow are told, and after which they are told all the same. */
const PAUSE = 60;
const AT_LEAST = 180;

/**
 * What follows the keys beside an input: previews, verdicts, counts. They are told between the keys, so that the frame
 * which shows a key never waits for them.
 */
export class Followers {
  private readonly all = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first key was typed that they have not heard of, by `performance.now()`. */
  private behindSince: number | undefined;

  /** @param released runs what it is given, but not while a pointer is pressed */
  constructor(private readonly released: (draw: () => void) => void) {}

  /** @returns what ends it */
  readonly watch = (follower: () => void): (() => void) => {
    this.all.add(follower);
    return () => this.all.delete(follower);
  };

  /** Tells them in a moment: somebody is typing. */
  soon(): void {
    const now = performance.now();
    this.behindSince ??= now;
    clearTimeout(this.timer);
    const wait = Math.min(PAUSE, Math.max(0, this.behindSince + AT_LEAST - now));
    this.timer = setTimeout(() => this.released(this.tell), wait);
  }

  readonly tell = (): void => {
    this.stop();
    for (const follower of this.all) follower();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.behindSince = undefined;
  }
}
