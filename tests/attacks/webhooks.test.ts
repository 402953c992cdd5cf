import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openResponse, request } from '../../services/outbound/request.ts';
import { callWebhook } from '../../services/webhooks/call.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

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
      callWebhook({ url, body: { event: 'classify' }, timeoutMs: TIMEOUT_MS }),
    );
    expect(new Set((await Promise.all(calls)).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"fault":"It did not answer within 0.3 s"}']),
    );
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
