import { escapeIdentifier } from 'pg';

interface Handler {
  onNotification: (payload: string) => void;
  onResume?: () => void;
}

/** The handlers of each channel that one connection listens to. */
export class Listeners {
  private readonly channels = new Map<string, Set<Handler>>();

  constructor(private readonly exec: (sql: string) => Promise<unknown>) {}

  readonly deliver = (notice: { channel: string; payload?: string }): void => {
    for (const { onNotification } of this.channels.get(notice.channel) ?? [])
      onNotification(notice.payload ?? '');
  };

  /** @returns a function that removes the handler */
  async add(channel: string, handler: Handler): Promise<() => Promise<void>> {
    const handlers = this.channels.get(channel) ?? new Set<Handler>();
    this.channels.set(channel, handlers.add(handler));
    try {
      if (handlers.size === 1) await this.exec(`LISTEN ${escapeIdentifier(channel)}`);
    } catch (error) {
      handlers.delete(handler);
      if (handlers.size === 0) this.channels.delete(channel);
      throw error;
    }
    return async () => {
      if (!handlers.delete(handler) || handlers.size > 0) return;
      this.channels.delete(channel);
      await this.exec(`UNLISTEN ${escapeIdentifier(channel)}`);
    };
  }

  /** Listens to every channel on the new connection, then calls each `onResume`. */
  async resume(): Promise<void> {
    for (const channel of this.channels.keys()) await this.exec(`LISTEN ${escapeIdentifier(channel)}`);
    for (const handlers of this.channels.values()) {
      for (const { onResume } of handlers) onResume?.();
    }
  }

  get hasChannels(): boolean {
    return this.channels.size > 0;
  }
}
