import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../outbound/addressPolicy.ts';
import { fetchRemote, refusalOf } from './fetchRemote.ts';
import { inEnglish } from '../../../schemas/texts/stored.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server on this machine that counts its requests. */
async function serve(answer: RequestListener): Promise<{ url: string; requestCount: () => number }> {
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCount: () => requestCount,
  };
}

const NOT_PUBLIC = 'The address is not on the public internet';
const policy = { refusalOf: (address: string) => (address === '127.0.0.1' ? undefined : NOT_PUBLIC) };

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ...['2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', 'localhost', ''],
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2001:4860:4860::8888', '2606:4700::1111'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('fetching', () => {
  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '169.254.169.254', '10.1.2.3'],
    ...['0', '0.0.0.0', '127.0.0.1.', '①②⑦.0.0.1'],
  ])('from http://%s is refused without asking', async (host) => {
    const { url, requestCount } = await serve((_, response) => void response.end('secret'));
    await expect(fetchRemote(url.replace('127.0.0.1', host))).rejects.toThrow(NOT_PUBLIC);
    expect(requestCount()).toBe(0);
  });

  it('from a name that leads inside is refused', async () => {
    const { url, requestCount } = await serve((_, response) => void response.end('secret'));
    await expect(fetchRemote(url.replace('127.0.0.1', 'localhost'))).rejects.toThrow(NOT_PUBLIC);
    expect(requestCount()).toBe(0);
  });

  it.each([
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://localhost.localdomain.invalid@10.0.0.1/',
    'file:///etc/passwd',
  ])('that is redirected to %s is refused', async (location) => {
    const { url } = await serve((_, response) => void response.writeHead(302, { location }).end());
    await expect(fetchRemote(url, { policy })).rejects.toThrow(/public internet|Only http|user name/);
  });

  it.each(['ftp://x/', 'file:///etc/passwd', 'gopher://x/', 'data:image/png,x', 'nothing', ''])(
    'from %j is refused',
    async (address) => await expect(fetchRemote(address)).rejects.toThrow(/Only http|cannot be read/),
  );

  it('follows three redirects and no more', async () => {
    const { url } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('found');
      else response.writeHead(301, { location: `/${left - 1}` }).end();
    });
    expect(String(await buffer(await fetchRemote(`${url}/3`, { policy })))).toBe('found');
    await expect(fetchRemote(`${url}/4`, { policy })).rejects.toThrow('more than 3 times');
  });

  it('times out before and during the response', async () => {
    const silent = await serve(() => undefined);
    await expect(fetchRemote(silent.url, { policy, timeoutMs: 200 })).rejects.toThrow('takes too long');
    const slow = await serve((_, response) => void response.write('a'));
    const answer = await fetchRemote(slow.url, { policy, timeoutMs: 500 });
    const error = await buffer(answer).catch((reason: unknown) => reason);
    expect(inEnglish(refusalOf(error)?.message ?? '')).toBe('The address takes too long');
  });

  it('reports other failures', async () => {
    const missing = await serve((_, response) => void response.writeHead(404).end());
    await expect(fetchRemote(missing.url, { policy })).rejects.toThrow('answers with status 404');
    const gone = await serve((request) => void request.socket.destroy());
    await expect(fetchRemote(gone.url, { policy })).rejects.toThrow('We can’t load this link');
  });
});
