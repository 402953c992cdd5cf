import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** A stand-in of LINE, Facebook, a customer's webhook and a linked site, for the checks of broadcasts. */
export interface Site {
  address: string;
  /** LINE's quota of the month. */
  quota: { limit: number; used: number };
  /** The page of Facebook's token. */
  pageId: string;
  /** Whether the platforms accept the channel's credentials. */
  acceptsCredentials: boolean;
  close: () => void;
}

export async function startSite(): Promise<Site> {
  const pages: Record<string, [number, string]> = {
    '/page': [200, '<p>Welcome</p>'],
    '/gone': [404, ''],
    '/busy': [503, ''],
  };
  const site: Site = {
    ...{ address: '', quota: { limit: 1000, used: 0 }, pageId: '', acceptsCredentials: true },
    close: () => undefined,
  };
  const answerOf = (method: string, path: string): [number, string] => {
    const json = (status: number, body: Json): [number, string] => [status, JSON.stringify(body)];
    const page = pages[path];
    if (page) return page;
    if (path === '/v2/bot/message/quota') return json(200, { type: 'limited', value: site.quota.limit });
    if (path === '/v2/bot/message/quota/consumption') return json(200, { totalUsage: site.quota.used });
    if (!site.acceptsCredentials)
      return json(401, { message: 'Not let in', error: { code: 190, message: 'Not let in' } });
    if (path === '/v2/bot/info') return json(200, { basicId: '@checked' });
    if (path === '/me') return json(200, { id: site.pageId, name: 'Checked' });
    if (method === 'GET' && path.endsWith('/subscribed_apps')) return json(200, { data: [] });
    if (method === 'POST') return json(200, { recipient_id: 'P', message_id: 'm', sentMessages: [] });
    return json(404, {});
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    request.resume().on('end', () => {
      const [status, body] = answerOf(request.method ?? 'GET', path);
      response.writeHead(status, {
        'content-type': body.startsWith('{') ? 'application/json' : 'text/html',
      });
      response.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  site.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return site;
}
