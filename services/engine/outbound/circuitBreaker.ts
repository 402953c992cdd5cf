/** Milliseconds after which a call counts as slow. */
const SLOW_MS = 1_000;
/** Milliseconds of a call after which it counts as one that was not answered. */
const STUCK_MS = 4_500;
/** Stuck calls in a row after which a host is not called for a while. */
const MAX_STUCK_CALLS = 4;
/** Milliseconds for which a host is not called then, but for one call that tries whether it answers again. */
const OPEN_MS = 10_000;

interface Circuit {
  /** When each call under way began. */
  calls: Set<{ since: number }>;
  /** In a row. */
  stuck: number;
  openUntil: number;
}

/**
 * Keeps one host from taking up all who call: beyond so many slow calls under way, or after some that were not answered
 * at all, it is not called until it answers again. A host that answers in time is never held back.
 */
export class CircuitBreaker {
  private readonly circuits = new Map<string, Circuit>();

  constructor(
    /** Slow calls under way at one host, at most. */
    private readonly maxSlowCalls: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Begins a call.
   * @returns what ends it; undefined where the host is not to be called now
   */
  enter(url: string): (() => void) | undefined {
    const now = this.now();
    const host = URL.canParse(url) ? new URL(url).host : url;
    const circuit = this.circuits.get(host) ?? { calls: new Set(), stuck: 0, openUntil: 0 };
    if (circuit.stuck >= MAX_STUCK_CALLS) {
      if (now < circuit.openUntil) return undefined;
      circuit.openUntil = now + OPEN_MS;
    } else {
      const slow = [...circuit.calls].filter(({ since }) => now - since > SLOW_MS).length;
      if (slow >= this.maxSlowCalls) return undefined;
    }
    const call = { since: now };
    circuit.calls.add(call);
    this.circuits.set(host, circuit);
    return () => this.leave(host, circuit, call);
  }

  private leave(host: string, circuit: Circuit, call: { since: number }): void {
    const now = this.now();
    circuit.calls.delete(call);
    if (now - call.since < STUCK_MS) circuit.stuck = 0;
    else {
      circuit.stuck += 1;
      circuit.openUntil = now + OPEN_MS;
    }
    if (circuit.calls.size === 0 && circuit.stuck === 0) this.circuits.delete(host);
  }
}
