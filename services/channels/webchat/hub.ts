import type { Database } from '../../engine/storage/database.ts';

/** Notification channel; the payload is the id of the conversation with a new message. */
const NEWS_CHANNEL = 'webchat_said';

/** Pages at this process that wait for new messages of their conversations. */
export class ChatHub {
  private readonly waitersBySession = new Map<string, Set<() => void>>();
  private isClosed = false;

  constructor(private readonly db: Pick<Database, 'listen' | 'notify'>) {}

  async start(): Promise<void> {
    // Notifications may have been lost with the connection: every waiting page reads again.
    await this.db.listen(
      NEWS_CHANNEL,
      (session) => this.wake(session),
      () => this.wakeAll(),
    );
  }

  /** Wakes the waiting pages of a conversation, at any process. */
  notify(session: string): Promise<void> {
    return this.db.notify(NEWS_CHANNEL, session);
  }

  /**
   * Waits for a new message, the timeout, or `stop`. Call it before reading messages, so that none in between is missed.
   */
  wait(session: string, ms: number): { news: Promise<void>; stop: () => void } {
    if (this.isClosed) return { news: Promise.resolve(), stop: () => undefined };
    const waiters = this.waitersBySession.get(session) ?? new Set();
    this.waitersBySession.set(session, waiters);
    let stop = (): void => undefined;
    const news = new Promise<void>((resolve) => {
      const timer = setTimeout(() => stop(), ms);
      stop = () => {
        clearTimeout(timer);
        waiters.delete(stop);
        if (waiters.size === 0 && this.waitersBySession.get(session) === waiters)
          this.waitersBySession.delete(session);
        resolve();
      };
      waiters.add(stop);
    });
    return { news, stop: () => stop() };
  }

  /** Ends all waiting at a shutdown. */
  close(): void {
    this.isClosed = true;
    this.wakeAll();
  }

  private wake(session: string): void {
    for (const stop of this.waitersBySession.get(session) ?? []) stop();
  }

  private wakeAll(): void {
    for (const session of this.waitersBySession.keys()) this.wake(session);
  }
}
