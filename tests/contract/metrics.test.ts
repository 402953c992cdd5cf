import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grafanaDashboard, prometheusAlerts, ALERTS } from '../../scripts/generate/monitoring.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let owner: Call;
const scrape = (path = '/metrics'): Promise<Response> =>
  fetch(`http://127.0.0.1:${services.app.metricsPort}${path}`);
const metrics = async (): Promise<string> => (await scrape()).text();

beforeAll(async () => {
  services = await startServices({ METRICS_PORT: '0', LOG_LEVEL: 'info' });
  owner = await services.as('owner');
});
afterAll(() => services.stop());

describe('metrics', () => {
  it('are in the text format of Prometheus, on a port of their own alone', async () => {
    const response = await scrape();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(response.status).toBe(200);
    expect((await scrape('/api/v1/variables')).status).toBe(404);
    expect((await owner('GET', '/metrics')).text).not.toContain('console_http_request_seconds');
  });

  it('count requests by their route, not by their address', async () => {
    await owner('GET', '/api/v1/variables/00000000-0000-4000-8000-000000000000');
    await owner('GET', '/api/v1/variables');
    await owner('GET', '/api/v1/nowhere');
    const text = await metrics();
    expect(text).toMatch(
      /console_http_request_seconds_count\{method="GET",route="[^"]*:id",status="404"\} 1\n/,
    );
    expect(text).toMatch(
      /console_http_request_seconds_count\{method="GET",route="\/api\/v1\/variables",status="200"\} 1\n/,
    );
    expect(text).not.toContain('00000000-0000-4000-8000-000000000000');
    expect(text).not.toContain('nowhere');
  });

  it('tell of the database, of jobs and of the process', async () => {
    const text = await metrics();
    expect(text).toContain('console_database_up 1\n');
    expect(Number(/console_database_bytes (\d+)/.exec(text)?.[1])).toBeGreaterThan(1_000_000);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+\n/);
    expect(text).toMatch(/console_info\{version="\d+\.\d+\.\d+"\} 1/);
  });

  it('name everything that the dashboard and the alerts ask for', async () => {
    const known = new Set(
      [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name],
      ),
    );
    const asked = `${grafanaDashboard()}${prometheusAlerts()}`.match(/\b(console|nodejs|process)_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });
});

it('each alert is explained in the runbook', () => {
  const headings = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^### (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(headings).toEqual(expect.arrayContaining(ALERTS.map(({ name }) => name)));
  expect(headings.filter((name) => !ALERTS.some((alert) => alert.name === name))).toEqual([]);
});

describe('the log', () => {
  it('has one line of JSON for each request: who asked for what and how long it took, without the query', async () => {
    expect((await owner('GET', '/api/v1/variables?name=secret-word')).status).toBe(200);
    const lines = services.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.findLast(({ path }) => path === '/api/v1/variables');
    expect(line).toMatchObject({
      ...{ method: 'GET', route: '/api/v1/variables', status: 200, durationMs: expect.any(Number) },
      ...{ requestId: expect.any(String), person: expect.any(String), msg: 'request' },
    });
    expect(services.logs.join('')).not.toContain('secret-word');
  });
});

describe('probes', () => {
  it('tell a process that lives from one that is ready', async () => {
    const nobody = await services.as();
    expect((await nobody('GET', '/livez')).body).toEqual({ status: 'ok' });
    expect((await nobody('GET', '/readyz')).body).toEqual({ status: 'ok' });
  });
});
