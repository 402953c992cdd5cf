/** Work that no response waits for, so that the timing of a response discloses nothing about it. */
export class BackgroundTasks {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly onError: (error: unknown) => void) {}

  track(task: Promise<unknown>): void {
    const tracked: Promise<void> = task
      .then(() => {}, this.onError)
      .finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  /** Starts work in a later tick, after the response was sent, so that starting it does not delay the response either. */
  defer(work: () => Promise<unknown>): void {
    this.track(new Promise<void>((resolve) => void setImmediate(resolve)).then(work));
  }

  /** Resolves when all tasks are done. */
  async whenIdle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
