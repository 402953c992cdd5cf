import { MODULES } from '../../services/modules.ts';
import type { MetricAlert, MetricDescription } from '../../services/engine/metrics/description.ts';

type Panels = NonNullable<MetricDescription['panels']>;

/** What Node's own metrics, which every program has, show and when they call for somebody. */
const PROCESS: { panels: Panels; alerts: readonly MetricAlert[] } = {
  panels: [
    {
      title: 'Event loop delay, 99th percentile',
      query: 'max by (instance) (nodejs_eventloop_lag_p99_seconds)',
      ...{ unit: 's', legend: '{{instance}}' },
    },
    {
      title: 'Memory',
      query: 'process_resident_memory_bytes',
      ...{ unit: 'bytes', legend: '{{instance}}' },
    },
    {
      title: 'CPU',
      query: 'rate(process_cpu_seconds_total[5m])',
      ...{ unit: 'percentunit', legend: '{{instance}}' },
    },
  ],
  alerts: [
    {
      name: 'ProcessGone',
      expr: 'up{job="console"} == 0',
      ...{ for: '2m', severity: 'critical' },
      summary: 'A process of the console does not answer',
    },
    {
      name: 'EventLoopSlow',
      expr: 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.5',
      ...{ for: '10m', severity: 'warning' },
      summary: 'A process is busy: requests wait half a second before they are looked at',
    },
  ],
};

const described: MetricDescription[] = MODULES.flatMap(({ metrics = {} }) =>
  Object.values<MetricDescription>(metrics),
);
const panels: Panels = [...described.flatMap(({ panels = [] }) => panels), ...PROCESS.panels];

/** Every alert there is, from the modules and of the processes. */
export const ALERTS: readonly MetricAlert[] = [
  ...described.flatMap(({ alerts = [] }) => alerts),
  ...PROCESS.alerts,
];

const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;

/** A dashboard of Grafana with every panel that the metrics describe. */
export function grafanaDashboard(): string {
  return JSON.stringify({
    ...{ title: 'Console', uid: 'console', tags: ['console'], schemaVersion: 39, editable: true },
    ...{ refresh: '30s', time: { from: 'now-6h', to: 'now' }, timezone: 'browser' },
    templating: {
      list: [{ name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map(({ title, query, unit, legend = '' }, at) => ({
      ...{ id: at + 1, type: 'timeseries', title },
      datasource: { type: 'prometheus', uid: '${source}' },
      gridPos: {
        ...{ x: (at % COLUMNS) * WIDTH, y: Math.floor(at / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
      targets: [{ refId: 'A', expr: query, legendFormat: legend || title }],
    })),
  });
}

/** Rules for Prometheus. JSON is YAML, which spares quoting expressions by hand. */
export function prometheusAlerts(): string {
  const rules = ALERTS.map(({ name, expr, for: lasting, severity, summary }) => ({
    ...{ alert: name, expr, for: lasting, labels: { severity } },
    annotations: { summary, runbook: `docs/operating.md#${name.toLowerCase()}` },
  }));
  const lines = rules.map(
    (rule) =>
      `      - ${Object.entries(rule)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join('\n        ')}`,
  );
  return `# Written by \`npm run generate\` from the metrics that the modules describe.\ngroups:\n  - name: console\n    rules:\n${lines.join('\n')}\n`;
}
