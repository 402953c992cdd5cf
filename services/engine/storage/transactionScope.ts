import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Knows whether the code that runs now was called from within a transaction. One for each database: work on another
 * database is nobody's transaction.
 */
export class TransactionScope {
  private readonly storage = new AsyncLocalStorage<{ open: boolean }>();
  private running = 0;

  /** Runs the work of a transaction. What it leaves running behind is outside again once the work is over. */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    const scope = { open: true };
    this.running += 1;
    try {
      return await this.storage.run(scope, work);
    } finally {
      scope.open = false;
      this.running -= 1;
      // Following every promise costs each request of the process an eighth of its time: it ends with the need for it.
      if (this.running === 0) this.storage.disable();
    }
  }

  /** @throws Error when the caller is inside a transaction, whose `tx` it should use */
  demandOutside(what: string): void {
    if (!this.storage.getStore()?.open) return;
    throw new Error(
      `${what} was called on the database itself inside a transaction: use the transaction's own \`tx\`, or wait until it is over.`,
    );
  }
}
