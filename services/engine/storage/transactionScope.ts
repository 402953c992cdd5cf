import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Knows whether the running code was called from within a transaction. One per database: work on another database is
 * outside of it.
 */
export class TransactionScope {
  private readonly storage = new AsyncLocalStorage<{ open: boolean }>();
  private running = 0;

  /** Runs the work of a transaction. Calls that outlive the work count as outside. */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    const scope = { open: true };
    this.running += 1;
    try {
      return await this.storage.run(scope, work);
    } finally {
      scope.open = false;
      this.running -= 1;
      // Tracking every promise costs each request an eighth of its time: it is switched off when not needed.
      if (this.running === 0) this.storage.disable();
    }
  }

  /** @throws Error when the caller is inside a transaction, whose `tx` it should use */
  assertOutside(what: string): void {
    if (!this.storage.getStore()?.open) return;
    throw new Error(
      `${what} was called on the database itself inside a transaction: use the transaction's own \`tx\`, or wait until it is over.`,
    );
  }
}
