/** Milliseconds after which a call counts as slow. */
const SLOW_MS = 1_000;
/** Milliseconds after which a call counts as unanswered. */
const UNANSWERED_MS = 4_500;
/** Unanswered calls in a row after which the circuit of a host opens. */
const MAX_UNANSWERED_CALLS = 4;
/** Milliseconds for which an open circuit rejects calls; then one trial call is let through. */
const OPEN_MS = 10_000;

interface Circuit {
  /** Calls under way. */
  calls: Set<{ startedAt: number }>;
  unansweredInARow: number;
  openUntil: number;
}

/**
 * Prevents one host from occupying all callers: with too many slow calls under way, or after several unanswered ones in
 * a row, it is not called until it answers again. A host that answers in time is never limited.
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
   * @returns a function that ends it; undefined where the host must not be called now
   */
  enter(url: string): (() => void) | undefined {
    const now = this.now();
    const host = URL.canParse(url) ? new URL(url).host : url;
    const circuit = this.circuits.get(host) ?? { calls: new Set(), unansweredInARow: 0, openUntil: 0 };
    if (circuit.unansweredInARow >= MAX_UNANSWERED_CALLS) {
      if (now < circuit.openUntil) return undefined;
      circuit.openUntil = now + OPEN_MS;
    } else {
      const slow = [...circuit.calls].filter(({ startedAt }) => now - startedAt > SLOW_MS).length;
      if (slow >= this.maxSlowCalls) return undefined;
    }
    const call = { startedAt: now };
    circuit.calls.add(call);
    this.circuits.set(host, circuit);
    return () => this.endCall(host, circuit, call);
  }

  private endCall(host: string, circuit: Circuit, call: { startedAt: number }): void {
    const now = this.now();
    circuit.calls.delete(call);
    if (now - call.startedAt < UNANSWERED_MS) circuit.unansweredInARow = 0;
    else {
      circuit.unansweredInARow += 1;
      circuit.openUntil = now + OPEN_MS;
    }
    if (circuit.calls.size === 0 && circuit.unansweredInARow === 0) this.circuits.delete(host);
  }
}
