import { AsyncLocalStorage } from 'node:async_hooks';

/** A span to record; names and attributes follow OpenTelemetry's semantic conventions. */
export interface SpanDescription {
  name: string;
  /** OpenTelemetry's span kind: `server` handles a request, `client` makes one, `consumer` runs a job; default: internal. */
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Readonly<Record<string, string | number>>;
  /** The parent as a `traceparent` header; an empty text begins a new trace; absent: the current span. */
  parent?: string | undefined;
}

/** Records spans. */
export interface Tracer {
  /** Runs `work` in a span that ends, and fails, with it. */
  run<T>(span: SpanDescription, work: () => Promise<T>): Promise<T>;
  /** Begins a span, and runs `next` in its context. @returns a function that ends it */
  begin(span: SpanDescription, next: () => void): EndSpan;
  /** The current span as a `traceparent` header; undefined without one. */
  currentTraceparent(): string | undefined;
}

/** @param isFailed whether the span counts as an error */
export type EndSpan = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  isFailed: boolean,
) => void;

let tracer: Tracer | undefined;

/** Sets the process-wide tracer; undefined disables tracing. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const getTracer = (): Tracer | undefined => tracer;

/**
 * Runs `work` in a span if tracing is enabled. A `client` span (a call of the database or another host) is recorded only
 * below another span, so that polling leaves no traces.
 */
export function inSpan<T>(describe: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = describe();
  return span.kind === 'client' && tracer.currentTraceparent() === undefined
    ? work()
    : tracer.run(span, work);
}

/** The current span as a `traceparent` header, to be stored with a job. */
export const currentTraceparent = (): string | undefined => tracer?.currentTraceparent();

/** Runs work below a captured span. */
export type WithinSpan = <T>(work: () => T) => T;

/** Captures the current span, for work that runs later in another context; undefined if tracing is disabled. */
export const captureSpan = (): WithinSpan | undefined => (tracer ? AsyncLocalStorage.snapshot() : undefined);
