import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { MetricDescription, MetricSample } from '../metrics/description.ts';
import { onMeasurement, type Measurement } from '../metrics/measure.ts';
import type { Context, DomainModule } from '../modules/module.ts';

/** Milliseconds for which gauges that query the database are cached, so that several scrapers cost no more than one. */
const READ_TTL_MS = 5_000;

type MetricDefinition = MetricDescription & { read?(context: Context): Promise<readonly MetricSample[]> };
type Metric = Counter | Gauge | Histogram;

/** Metrics of this process in Prometheus' text format. */
export interface MetricsCollector {
  contentType: string;
  /** Reads the gauges and returns all metrics. A gauge that cannot be read is left out and logged. */
  text(): Promise<string>;
  stop(): void;
}

/** Collects the metrics that modules describe in `metrics`, and Node's own: event loop, memory, garbage collection, CPU. */
export function collectMetrics(
  modules: readonly DomainModule[],
  context: Pick<Context, 'warn'> & Partial<Context>,
  version: string,
): MetricsCollector {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const definitions = Object.entries<MetricDefinition>(
    Object.assign({}, ...modules.map(({ metrics = {} }) => metrics)),
  );
  const metrics = new Map(
    definitions.map(([name, definition]) => [name, createMetric(registry, name, definition)]),
  );
  new Gauge({
    ...{ name: 'console_info', help: 'Which version runs', labelNames: ['version'], registers: [registry] },
  }).set({ version }, 1);
  const stop = onMeasurement((measurement) => recordMeasurement(metrics, measurement));

  const readGauges = async (): Promise<void> => {
    await Promise.all(
      definitions.map(async ([name, { read }]) => {
        const gauge = metrics.get(name);
        if (!read || !(gauge instanceof Gauge)) return;
        try {
          const samples = await read(context as Context);
          gauge.reset();
          for (const { labels = {}, value } of samples) gauge.set(labels, value);
        } catch (error) {
          gauge.reset();
          context.warn(`The metric ${name} could not be read: ${(error as Error).message}`);
        }
      }),
    );
  };
  let lastRead: { reading: Promise<void>; at: number } | undefined;
  return {
    contentType: registry.contentType,
    async text() {
      if (!lastRead || Date.now() - lastRead.at >= READ_TTL_MS)
        lastRead = { reading: readGauges(), at: Date.now() };
      await lastRead.reading;
      return registry.metrics();
    },
    stop,
  };
}

const TYPES = { counter: Counter, gauge: Gauge, histogram: Histogram };

function createMetric(
  registry: Registry,
  name: string,
  { type, help, labels = [], buckets }: MetricDescription,
): Metric {
  return new TYPES[type]({
    ...{ name, help, labelNames: [...labels], registers: [registry] },
    ...(buckets && { buckets: [...buckets] }),
  });
}

/** @throws for a metric that no module describes, so that a test notices it */
function recordMeasurement(
  metrics: ReadonlyMap<string, Metric>,
  { metric: name, value, labels }: Measurement,
): void {
  const metric = metrics.get(name);
  if (!metric) throw new Error(`No module describes the metric ${name}`);
  if (metric instanceof Counter) metric.inc(labels, value);
  else if (metric instanceof Gauge) metric.set(labels, value);
  else metric.observe(labels, value);
}
