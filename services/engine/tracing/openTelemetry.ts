import { setTimeout } from 'node:timers/promises';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { setTracer, type SpanDescription, type Tracer } from './span.ts';

const SERVICE_NAME = 'messaging-console';
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const HEADER = 'traceparent';
/** Milliseconds in which what was recorded last is sent. */
const FLUSH_TIMEOUT_MS = 2_000;

/**
 * Records spans and sends them to the collector that OpenTelemetry's own variables name (`OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and so on), which the SDK reads itself.
 * @param exporter in place of that collector
 * @returns how to stop; what was recorded by then is sent first
 */
export function startTracing(
  version: string,
  exporter: SpanExporter = new OTLPTraceExporter(),
): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // Its context manager knows what runs below what; its propagators read the header.
  provider.register();
  setTracer(tracerOf(provider));
  return async () => {
    setTracer(undefined);
    // A collector that is away does not hold up the end, and what is lost with it is no fault of this process.
    await Promise.race([
      provider.shutdown().catch(() => undefined),
      setTimeout(FLUSH_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    for (const api of [trace, context, propagation]) api.disable();
  };
}

function tracerOf(provider: NodeTracerProvider): Tracer {
  const tracer = provider.getTracer(SERVICE_NAME);
  const start = ({ name, kind, attributes, parent }: SpanDescription) => {
    const below = parent === undefined ? context.active() : extract(parent);
    const span = tracer.startSpan(
      name,
      { kind: kind && KINDS[kind], attributes: attributes as Attributes },
      below,
    );
    return { span, within: trace.setSpan(below, span) };
  };
  return {
    async run(description, work) {
      const { span, within } = start(description);
      try {
        return await context.with(within, work);
      } catch (error) {
        // Its words may name people.
        span.setAttribute('error.type', (error as Error).name);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    begin(description, next) {
      const { span, within } = start(description);
      context.with(within, next);
      return (name, attributes, isFailed) => {
        span.updateName(name);
        span.setAttributes(attributes);
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    current() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier[HEADER];
    },
  };
}

/** One that is no such header begins a trace of its own. */
const extract = (parent: string): Context => propagation.extract(ROOT_CONTEXT, { [HEADER]: parent });
