import type { Database } from '../../engine/storage/database.ts';

/** Told to all processes with the id of the conversation in which something was said. */
const NEWS_TOPIC = 'webchat_said';

/** Pages that wait for news of their conversations, at this process. */
export class ChatHub {
  private readonly waiting = new Map<string, Set<() => void>>();
  private isClosed = false;

  constructor(private readonly db: Pick<Database, 'listen' | 'notify'>) {}

  async start(): Promise<void> {
    // What was said while the connection was lost was not heard: whoever waits asks once more.
    await this.db.listen(
      NEWS_TOPIC,
      (session) => this.wake(session),
      () => this.wakeAll(),
    );
  }

  /** Tells pages, wherever they wait, that there is something to ask for. */
  notify(session: string): Promise<void> {
    return this.db.notify(NEWS_TOPIC, session);
  }

  /**
   * Waits until something is said, the time is over or the page is gone. To be called before looking at what there is,
   * so that nothing said in between is missed.
   */
  wait(session: string, ms: number): { news: Promise<void>; stop: () => void } {
    if (this.isClosed) return { news: Promise.resolve(), stop: () => undefined };
    const own = this.waiting.get(session) ?? new Set();
    this.waiting.set(session, own);
    let stop = (): void => undefined;
    const news = new Promise<void>((resolve) => {
      const timer = setTimeout(() => stop(), ms);
      stop = () => {
        clearTimeout(timer);
        own.delete(stop);
        if (own.size === 0 && this.waiting.get(session) === own) this.waiting.delete(session);
        resolve();
      };
      own.add(stop);
    });
    return { news, stop: () => stop() };
  }

  /** Lets everybody go who waits: the process stops. */
  close(): void {
    this.isClosed = true;
    this.wakeAll();
  }

  private wake(session: string): void {
    for (const stop of this.waiting.get(session) ?? []) stop();
  }

  private wakeAll(): void {
    for (const session of this.waiting.keys()) this.wake(session);
  }
}
