/** A sign-in, a sign-out or a change of a password, for the audit log. */
export interface PoolEvent {
  kind: 'sign-in' | 'sign-in-failed' | 'sign-out' | 'password-change' | 'password-reset';
  /** Absent when nobody has the typed name, which is left out: it may be a password. */
  user?: { sub: string; username: string; name: string };
  /** The caller's address group, on which attempts are counted. */
  address: string;
}

type Listener = (event: PoolEvent) => void;

export class PoolEvents {
  private readonly listeners = new Set<Listener>();

  /** Adds a listener, which the response does not wait for. @returns how to remove it */
  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  emit(event: PoolEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
