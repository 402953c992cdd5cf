import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translateStoredValue } from '../../schemas/texts/stored.ts';
import { openResponse, request } from '../../services/engine/outbound/request.ts';
import { webhookPolicy, webhookRefusal } from '../../services/engine/outbound/webhookPolicy.ts';
import { callWebhook } from '../../services/engine/outbound/webhooks/call.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const policy = webhookPolicy({ host: '127.0.0.1', webhookNetworks: [] });
const TIMEOUT_MS = 300;
const BLANK_INTERVAL_MS = 20;

describe('a server that sends its head, then a blank again and again', () => {
  let server: Server;
  let url: string;
  let open = 0;
  const timers: NodeJS.Timeout[] = [];

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      incoming.resume();
      open += 1;
      response.on('close', () => (open -= 1)).writeHead(200, { 'content-type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), BLANK_INTERVAL_MS));
      // What is still needed holds itself: what waits for a head only may go.
      setTimeout(collectGarbage, BLANK_INTERVAL_MS);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    timers.push(setInterval(collectGarbage, 4 * BLANK_INTERVAL_MS));
  });
  afterAll(() => {
    for (const timer of timers) clearInterval(timer);
    server.closeAllConnections();
    server.close();
  });

  it('is given up at the deadline, though garbage was collected meanwhile', async () => {
    const calls = Array.from({ length: 16 }, () =>
      callWebhook({ url, policy, body: { event: 'classify' }, timeoutMs: TIMEOUT_MS }),
    );
    expect(
      new Set((await Promise.all(calls)).map((answer) => JSON.stringify(translateStoredValue(answer)))),
    ).toEqual(new Set(['{"fault":"It did not answer within 0.3 s"}']));
    await expect(request(url, { timeoutMs: TIMEOUT_MS })).rejects.toMatchObject({ kind: 'timeout' });
    const response = await openResponse(url, { timeoutMs: TIMEOUT_MS });
    await expect(buffer(response)).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(() => open).toBe(0);
  });

  it('is given up when its caller ends the call', async () => {
    const caller = new AbortController();
    const call = request(url, { signal: caller.signal });
    await expect.poll(() => open).toBe(1);
    caller.abort();
    await expect(call).rejects.toMatchObject({ kind: 'aborted' });
    await expect(request(url, { signal: caller.signal })).rejects.toMatchObject({ kind: 'aborted' });
    await expect.poll(() => open).toBe(0);
  });

  it('is left where its answer grows beyond what is read', async () => {
    const answer = await request(url, { maxBytes: 3 });
    expect(answer).toMatchObject({ status: 200, isTruncated: true });
    expect(answer.body.toString()).toBe('   ');
    await expect.poll(() => open).toBe(0);
  });
});

describe('services that listen beyond this machine', () => {
  const inner = webhookPolicy({ host: '0.0.0.0', webhookNetworks: ['10.0.0.0/8', 'fd00:1::/32'] });

  it('call no address of this machine or of a network that no setting names, however it is written', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const call = (host: string, own = inner) =>
      callWebhook({ url: `http://${host}:${port}/`, policy: own, body: {}, timeoutMs: TIMEOUT_MS });
    // A kept connection of services that may is none of those that may not.
    expect(await call('127.0.0.1', policy)).toEqual({ json: {} });
    expect(await call('localhost', policy)).toEqual({ json: {} });
    asked = 0;
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])
      expect(await call(host)).toEqual({ fault: expect.stringContaining('the setting HOST') });
    for (const host of ['192.168.1.1', '100.64.0.1', '[fd00:2::1]'])
      expect(await call(host)).toEqual({ fault: expect.stringContaining('the setting WEBHOOK_NETWORKS') });
    for (const host of ['169.254.169.254', '[fe80::1]'])
      expect(await call(host, policy)).toEqual({ fault: expect.stringContaining('link-local') });
    expect(asked).toBe(0);
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['https://crm.example.com/hook', undefined],
    ['http://8.8.8.8/', undefined],
    ['http://10.20.30.40:8080/', undefined],
    ['http://[fd00:1::7]/', undefined],
    ['http://11.0.0.1.example/', undefined],
    ['http://172.16.0.1/', /WEBHOOK_NETWORKS does not name/],
    ['http://[::ffff:192.168.0.1]/', /WEBHOOK_NETWORKS does not name/],
    ['http://169.254.169.254/latest/meta-data', /WEBHOOK_NETWORKS cannot allow/],
    ['http://2852039166/', /WEBHOOK_NETWORKS cannot allow/],
    ['http://127.1:3000/', /HOST is a loopback address/],
    ['http://LOCALHOST/', /HOST is a loopback address/],
    ['http://db.localhost./', /HOST is a loopback address/],
    ['http://0.0.0.0/', /Nobody can be called/],
    ['http://[::]/', /Nobody can be called/],
    ['http://224.0.0.1/', /Nobody can be called/],
    ['ftp://crm.example.com/', /Only http and https/],
  ])('%s as a webhook: %s', (url, refusal) => {
    expect(webhookRefusal(url, inner) ?? '').toMatch(refusal ?? /^$/);
  });
});
