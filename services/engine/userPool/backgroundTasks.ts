/** Work that no answer waits for, so that the time of an answer tells nothing about it. */
export class BackgroundTasks {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly onFault: (error: unknown) => void) {}

  run(task: Promise<unknown>): void {
    const tracked: Promise<void> = task
      .then(() => {}, this.onFault)
      .finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  /** Begins once the answer has gone out, so that its beginning takes no time of the answer either. */
  later(work: () => Promise<unknown>): void {
    this.run(new Promise<void>((begin) => void setImmediate(begin)).then(work));
  }

  /** Resolves when all that has been started is done. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
