import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span is about, in the words of OpenTelemetry's semantic conventions. */
export interface SpanDescription {
  name: string;
  /** `server` answers somebody, `client` asks somebody, `consumer` does what was put down to be done; default: works. */
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Readonly<Record<string, string | number>>;
  /** Where it was set off, as a `traceparent` header; empty for one that begins a trace, absent below what is under way. */
  parent?: string | undefined;
}

/** Who records spans. */
export interface Tracer {
  /** Runs `work` in a span, which ends and fails with it. */
  run<T>(span: SpanDescription, work: () => Promise<T>): Promise<T>;
  /** Begins a span that `next` and all that follows from it runs in. @returns how it ends */
  begin(span: SpanDescription, next: () => void): EndSpan;
  /** The span under way as a `traceparent` header; undefined outside of any. */
  current(): string | undefined;
}

/** @param isFailed somebody ought to look at it */
export type EndSpan = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  isFailed: boolean,
) => void;

let tracer: Tracer | undefined;

/** Has spans recorded by `next`, or by nobody. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const findTracer = (): Tracer | undefined => tracer;

/**
 * Runs `work` in a span where spans are recorded; costs nothing where they are not. A call of the database or of another
 * host is recorded below what it is for: one that nobody asked for, such as a look for what is due, is not.
 */
export function inSpan<T>(describe: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = describe();
  return span.kind === 'client' && tracer.current() === undefined ? work() : tracer.run(span, work);
}

/** The span under way as a `traceparent` header, for what is put down to be done later. */
export const currentTrace = (): string | undefined => tracer?.current();

/** Runs work below a span that was under way earlier. */
export type WithinSpan = <T>(work: () => T) => T;

/** The span under way, for work that is done later by somebody else; undefined where none are recorded. */
export const captureSpan = (): WithinSpan | undefined => (tracer ? AsyncLocalStorage.snapshot() : undefined);
