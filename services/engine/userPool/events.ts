/** Something that a person has done at the user pool's door, for the record. */
export interface PoolEvent {
  kind: 'sign-in' | 'sign-in-failed' | 'sign-out' | 'password-change' | 'password-reset';
  /** Absent when nobody has the name that was typed. What was typed is not told: it may be a password. */
  user?: { sub: string; username: string; name: string };
  /** The caller's, as attempts are counted on it. */
  address: string;
}

type Listener = (event: PoolEvent) => void;

export class PoolEvents {
  private readonly listeners = new Set<Listener>();

  /** Listeners do not hold up the answer. The result ends it. */
  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  emit(event: PoolEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
