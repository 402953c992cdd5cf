import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTracing } from '../../services/engine/tracing/openTelemetry.ts';
import { isTracingEnabled } from '../../services/engine/tracing/isTracingEnabled.ts';
import { LineMenus } from './support/lineMenus.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';
import { uploadTo } from './support/upload.ts';

const line = new LineMenus();
const spans: ReadableSpan[] = [];
const exporter: SpanExporter = {
  export(ended, done) {
    spans.push(...ended);
    done({ code: 0 });
  },
  shutdown: async () => {},
};
let stopTracing: () => Promise<void>;
let services: TestServices;
let admin: Call;
let address: string;
let link: string;

const found = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
const named = (name: string): ReadableSpan => {
  const [span] = spans.filter((one) => one.name === name);
  if (!span) throw new Error(`There is no span ${name} among ${spans.map((one) => one.name).join(', ')}`);
  return span;
};
/** Names of the spans that one lies in, the nearest first. */
function above(span: ReadableSpan): string[] {
  const parent = spans.find((one) => idOf(one) === span.parentSpanContext?.spanId);
  return parent ? [parent.name, ...above(parent)] : [];
}

beforeAll(async () => {
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '20');
  stopTracing = startTracing('1.2.3', exporter);
  address = await line.start();
  services = await startServices({ LINE_API_URL: address, LINE_DATA_URL: address });
  admin = await services.as('owner');
  await services.jobs.start();
});
afterAll(async () => {
  await services.stop();
  await stopTracing();
  line.stop();
});

describe('a trace', () => {
  it('goes from a request to its statements, to the job that it sets off, and to what that asks of the platform', async () => {
    const create = async (url: string, values: object): Promise<string> => {
      const answer = await admin('POST', url, values);
      expect(answer).toMatchObject({ status: 201 });
      return String(answer.body['id']);
    };
    const channel = await create('/api/v1/channels', {
      ...{ name: 'Traced', type: 'LINE', token: line.token, secret: 'secret-of-the-channel' },
    });
    const content = await sharp({ create: { width: 2500, height: 843, channels: 3, background: '#0b6a78' } })
      .png()
      .toBuffer();
    const { body: file } = await uploadTo(services.app, '/api/v1/files?entity=rich-menu&field=image', {
      ...{ content, name: 'menu.png', token: await services.tokenOf('owner') },
    });
    const richmenu = await create('/api/v1/richmenus', {
      ...{ name: 'Traced', size: 'compact', pattern: 'C5', image: file['id'] },
      areas: [{ action: { type: 'message', label: 'Stores', text: 'Stores' } }],
    });
    spans.splice(0);
    const active = `/api/v1/richmenus/channels/${channel}/active`;
    link = `${active}/${await create(active, { richmenu, chatBarText: 'Menu' })}`;
    const REQUEST = 'POST /api/v1/richmenus/channels/:id/active';
    const host = new URL(address).host;
    await found(() => expect(above(named(`POST ${host}`))).toEqual(['rich-menu.sync', REQUEST]));

    expect(named(REQUEST)).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: { 'http.response.status_code': 201, 'enduser.id': expect.any(String) },
      resource: { attributes: { 'service.name': 'messaging-console', 'service.version': '1.2.3' } },
    });
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    const inserts = statements.filter((span) => span.name === 'INSERT' && above(span)[0] === REQUEST);
    expect(inserts.length).toBeGreaterThan(0);
    // Texts of statements have no values in them; nothing else may hold what people typed.
    const exported = JSON.stringify(
      spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
    );
    for (const secret of ['Traced', line.token, 'secret-of-the-channel'])
      expect(exported).not.toContain(secret);
    // What nobody asked for is no trace: looks for what is due, for instance.
    expect(statements.filter((span) => span.parentSpanContext === undefined)).toEqual([]);
  });

  it('is the caller’s own where the caller records one, and says that a request or a job failed', async () => {
    spans.splice(0);
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await services.app.inject({ url: '/healthz', headers: { traceparent: parent } });
    await found(() =>
      expect(named('GET /healthz').spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c'),
    );
    line.nextFailures = [{ on: /richmenu\/list$/, status: 500 }];
    expect(await admin('POST', `${link}/retry`)).toMatchObject({ status: 200 });
    await found(() =>
      expect(named('rich-menu.sync')).toMatchObject({
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'error.type': 'JobError' },
      }),
    );
  });
});

describe('the collector', () => {
  it('is sent what was recorded by the time of the end', async () => {
    const taken: string[] = [];
    const collector = createServer((request, response) => {
      taken.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      request.resume().on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
    await stopTracing();
    const stop = startTracing('1.2.3');
    await services.app.inject({ url: '/healthz' });
    await services.db.query('SELECT 1');
    const { getTracer } = await import('../../services/engine/tracing/span.ts');
    await getTracer()?.run({ name: 'one' }, async () => {});
    await stop();
    expect(taken).toEqual(['POST /v1/traces application/x-protobuf']);
    collector.close();
    stopTracing = async () => {};
  });

  it.each([
    [{}, false],
    [{ OTEL_TRACES_EXPORTER: 'console' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: '' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('%o: %s', (env, isWanted) => {
    expect(isTracingEnabled(env)).toBe(isWanted);
  });

  it.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'zipkin' },
      /OTEL_TRACES_EXPORTER is "zipkin"/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"/,
    ],
  ])('%o is refused in words', (env, words) => {
    expect(() => isTracingEnabled(env)).toThrow(words);
  });
});
