/** A line or an area of the dashboard in `deploy/grafana`. */
interface MetricPanel {
  title: string;
  /** In PromQL. */
  query: string;
  /** A unit of Grafana: `s`, `reqps`, `bytes`, `short`, `percentunit`. */
  unit: string;
  /** Which series a line is, such as `{{route}}`. */
  legend?: string;
}

/** A rule of `deploy/prometheus/alerts.yaml`; `docs/operating.md` says under its name what to do. */
export interface MetricAlert {
  /** `DatabaseUnreachable` */
  name: string;
  /** In PromQL. */
  expr: string;
  /** How long it has to hold: `5m`. */
  for: string;
  severity: 'critical' | 'warning';
  summary: string;
}

/** What a metric is, where it is drawn and when it calls for somebody. Times are in seconds, sizes in bytes. */
export interface MetricDescription {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels?: readonly string[];
  /** Upper bounds of a histogram; by default from 5 ms to 10 s. */
  buckets?: readonly number[];
  panels?: readonly MetricPanel[];
  alerts?: readonly MetricAlert[];
}

/** One series of a gauge that is read when metrics are asked for. */
export interface MetricSample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}
