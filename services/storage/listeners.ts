import { escapeIdentifier } from 'pg';

type Handler = (payload: string) => void;

/** Who listens to which channel, on one connection. */
export class Listeners {
  private readonly channels = new Map<string, Set<Handler>>();

  constructor(private readonly exec: (sql: string) => Promise<unknown>) {}

  readonly deliver = (notice: { channel: string; payload?: string }): void => {
    for (const handler of this.channels.get(notice.channel) ?? []) handler(notice.payload ?? '');
  };

  async add(channel: string, handler: Handler): Promise<() => Promise<void>> {
    const handlers = this.channels.get(channel) ?? new Set<Handler>();
    this.channels.set(channel, handlers.add(handler));
    if (handlers.size === 1) await this.exec(`LISTEN ${escapeIdentifier(channel)}`);
    return async () => {
      if (!handlers.delete(handler) || handlers.size > 0) return;
      this.channels.delete(channel);
      await this.exec(`UNLISTEN ${escapeIdentifier(channel)}`);
    };
  }

  /** After the connection was replaced. */
  async resume(): Promise<void> {
    for (const channel of this.channels.keys()) await this.exec(`LISTEN ${escapeIdentifier(channel)}`);
  }

  get any(): boolean {
    return this.channels.size > 0;
  }
}
