import { channel } from 'node:diagnostics_channel';

/** One reading of a metric. A counter is increased by the value, a gauge set to it, a histogram observes it. */
export interface Measurement {
  /** As a module describes it in `metrics`. */
  metric: string;
  value: number;
  labels: Readonly<Record<string, string>>;
}

const measurements = channel('console:measurements');

/** Reports a measurement to whoever collects metrics; costs nothing while nobody does. */
export function measure(metric: string, value: number, labels: Measurement['labels'] = {}): void {
  if (measurements.hasSubscribers) measurements.publish({ metric, value, labels } satisfies Measurement);
}

/** Calls `handler` with each measurement of this process. @returns how to stop */
export function onMeasurement(handler: (measurement: Measurement) => void): () => void {
  const listener = (message: unknown): void => handler(message as Measurement);
  measurements.subscribe(listener);
  return () => {
    measurements.unsubscribe(listener);
  };
}
