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
const TRACEPARENT_HEADER = 'traceparent';

const FLUSH_TIMEOUT_MS = 2_000;

/**
 * Records spans and sends them to the collector of OpenTelemetry's standard variables (`OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and so on), which the SDK reads itself.
 * @param exporter replaces that collector in tests
 * @returns a function that sends pending spans and stops
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
  // Installs the context manager, which finds parents, and the propagators, which read the header.
  provider.register();
  setTracer(createTracer(provider));
  return async () => {
    setTracer(undefined);
    // An unreachable collector must not delay the shutdown; its spans are lost.
    await Promise.race([
      provider.shutdown().catch(() => undefined),
      setTimeout(FLUSH_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    for (const api of [trace, context, propagation]) api.disable();
  };
}

function createTracer(provider: NodeTracerProvider): Tracer {
  const tracer = provider.getTracer(SERVICE_NAME);
  const startSpan = ({ name, kind, attributes, parent }: SpanDescription) => {
    const parentContext = parent === undefined ? context.active() : extractContext(parent);
    const span = tracer.startSpan(
      name,
      { kind: kind && KINDS[kind], attributes: attributes as Attributes },
      parentContext,
    );
    return { span, within: trace.setSpan(parentContext, span) };
  };
  return {
    async run(description, work) {
      const { span, within } = startSpan(description);
      try {
        return await context.with(within, work);
      } catch (error) {
        // Only the type: its message may contain personal data.
        span.setAttribute('error.type', (error as Error).name);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    begin(description, next) {
      const { span, within } = startSpan(description);
      context.with(within, next);
      return (name, attributes, isFailed) => {
        span.updateName(name);
        span.setAttributes(attributes);
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    currentTraceparent() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier[TRACEPARENT_HEADER];
    },
  };
}

/** An invalid header begins a new trace. */
const extractContext = (parent: string): Context =>
  propagation.extract(ROOT_CONTEXT, { [TRACEPARENT_HEADER]: parent });
