import type { Outgoing } from './types.ts';

/** What a browser keeps of a conversation. */
export interface Remembered {
  token?: string;
  name?: string;
  /** What was not taken by the services yet. */
  outbox?: Outgoing[];
  /** The last message that was seen with the chat open. */
  seen?: number;
}

export interface Memory {
  read(): Remembered;
  write(values: Remembered): void;
}

/** Kept in the page's own storage; where that is closed to the page, until it is left. */
export function createMemory(key: string): Memory {
  let held: Remembered = {};
  return {
    read() {
      try {
        held = JSON.parse(localStorage.getItem(key) ?? '{}') as Remembered;
      } catch {
        // What cannot be read begins anew.
      }
      return held;
    },
    write(values) {
      held = { ...held, ...values };
      try {
        localStorage.setItem(key, JSON.stringify(held));
      } catch {
        // Full or closed: the conversation goes on without being resumed.
      }
    },
  };
}
