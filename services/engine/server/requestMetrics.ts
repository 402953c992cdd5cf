import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { measure } from '../metrics/measure.ts';
import type { EndSpan, Tracer } from '../tracing/span.ts';
import type { DomainModule } from '../modules/module.ts';
import { findUser } from './auth.ts';

/** Label of unknown paths, so that requests to them add no series. */
const UNKNOWN_ROUTE = 'none';

/** The route, such as `/api/v1/templates/:id`. An unknown collection stays a placeholder, since it may be any word. */
function routeOf(request: FastifyRequest, { statusCode }: FastifyReply): string {
  const { collection } = (request.params ?? {}) as { collection?: string };
  const route = request.routeOptions.url ?? UNKNOWN_ROUTE;
  return collection === undefined || statusCode === 404 ? route : route.replace(':collection', collection);
}

/** Measures each request by its route, never by its URL. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    measure('console_http_request_seconds', reply.elapsedTime / 1000, {
      ...{ method: request.method, route: routeOf(request, reply), status: String(reply.statusCode) },
    });
    done();
  });
}

/**
 * Records each request as a span, the parent of all spans that it causes. `traceparent` names the caller's span. Call it
 * after `registerFairQueue`, whose queue would lose the span.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const endSpans = new WeakMap<FastifyRequest, EndSpan>();
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, id } = request;
    const parent = headers['traceparent'];
    const span = {
      ...{ name: method, kind: 'server' as const, parent: typeof parent === 'string' ? parent : '' },
      attributes: { 'http.request.method': method, 'http.request.id': id },
    };
    endSpans.set(request, tracer.begin(span, done));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request, reply);
    const person = findUser(request)?.id;
    endSpans.get(request)?.(
      `${request.method} ${route}`,
      {
        ...{ 'http.route': route, 'http.response.status_code': reply.statusCode },
        ...(person !== undefined && { 'enduser.id': person }),
      },
      reply.statusCode >= 500,
    );
    done();
  });
}

/** Logs each request as one line: id, route, status, duration and user. Queries and bodies are left out. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    app.log.info(describeRequest(request, reply), 'request');
    done();
  });
}

function describeRequest(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  return {
    ...{ requestId: request.id, method: request.method, path: request.url.split('?')[0] },
    ...{
      route: routeOf(request, reply),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    },
    ...{ address: request.ip, person: findUser(request)?.id },
  };
}

/** The metrics of requests, open consoles and calls of other hosts. */
export const serverMetricsModule = {
  name: 'server-metrics',
  metrics: {
    console_http_request_seconds: {
      type: 'histogram',
      help: 'Requests by route and status, and how long they took',
      labels: ['method', 'route', 'status'],
      panels: [
        {
          title: 'Requests by status',
          query: 'sum by (status) (rate(console_http_request_seconds_count[5m]))',
          ...{ unit: 'reqps', legend: '{{status}}' },
        },
        {
          title: 'Slowest routes, 95th percentile',
          query:
            'topk(10, histogram_quantile(0.95, sum by (le, route) (rate(console_http_request_seconds_bucket[5m]))))',
          ...{ unit: 's', legend: '{{route}}' },
        },
      ],
      alerts: [
        {
          name: 'RequestsFail',
          expr: 'sum(rate(console_http_request_seconds_count{status=~"5.."}[5m])) / sum(rate(console_http_request_seconds_count[5m])) > 0.02',
          ...{ for: '5m', severity: 'critical' },
          summary: 'More than 2 % of requests fail',
        },
        {
          name: 'RequestsSlow',
          expr: 'histogram_quantile(0.95, sum by (le) (rate(console_http_request_seconds_bucket[10m]))) > 2',
          ...{ for: '10m', severity: 'warning' },
          summary: 'One request in twenty takes longer than two seconds',
        },
      ],
    },
    console_sockets: {
      type: 'gauge',
      help: 'Open consoles that listen for live changes',
      panels: [
        {
          title: 'Open consoles',
          query: 'sum by (instance) (console_sockets)',
          unit: 'short',
          legend: '{{instance}}',
        },
      ],
    },
    console_live_delay_seconds: {
      type: 'histogram',
      help: 'From a committed change until this process hands it to open consoles',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      panels: [
        {
          title: 'Delay of live changes, 95th percentile',
          query: 'histogram_quantile(0.95, sum by (le) (rate(console_live_delay_seconds_bucket[5m])))',
          unit: 's',
        },
      ],
      alerts: [
        {
          name: 'LiveChangesLate',
          expr: 'histogram_quantile(0.95, sum by (le) (rate(console_live_delay_seconds_bucket[10m]))) > 2',
          ...{ for: '10m', severity: 'warning' },
          summary: 'Open consoles hear of changes after more than two seconds',
        },
      ],
    },
    console_outbound_request_seconds: {
      type: 'histogram',
      help: 'Calls of platforms and webhooks by host and answer; webhooks of the workspace are counted together',
      labels: ['host', 'status'],
      panels: [
        {
          title: 'Answers of platforms',
          query: 'sum by (host, status) (rate(console_outbound_request_seconds_count[5m]))',
          ...{ unit: 'reqps', legend: '{{host}} {{status}}' },
        },
        {
          title: 'How long platforms take, 95th percentile',
          query:
            'histogram_quantile(0.95, sum by (le, host) (rate(console_outbound_request_seconds_bucket[5m])))',
          ...{ unit: 's', legend: '{{host}}' },
        },
      ],
      alerts: [
        {
          name: 'PlatformFails',
          expr: 'sum by (host) (rate(console_outbound_request_seconds_count{status!~"[24]..|aborted", host!="webhook"}[5m])) / sum by (host) (rate(console_outbound_request_seconds_count{host!="webhook"}[5m])) > 0.2',
          ...{ for: '5m', severity: 'critical' },
          summary: 'A platform does not answer one call in five',
        },
        {
          name: 'PlatformRefusesCredentials',
          expr: 'sum by (host) (rate(console_outbound_request_seconds_count{status=~"401|403", host!="webhook"}[10m])) > 0.05',
          ...{ for: '10m', severity: 'warning' },
          summary: 'A platform refuses what the console presents itself with',
        },
      ],
    },
  },
} satisfies DomainModule;
