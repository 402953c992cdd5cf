import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signWebhook } from '../../../services/engine/outbound/webhooks/signature.ts';
import { answerAccountCall, type LineAccount } from './lineAccount.ts';
import { MetaApi } from './metaApi.ts';

type Json = Record<string, unknown>;

/** A request that the stand-in received, with the status it answered. */
export interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Json;
  status: number;
}

/**
 * How a stand-in fails: it answers a status, or sends no answer: `hang up` and `silent` after it handled the request,
 * `drop` before.
 */
export type FailureMode = number | 'hang up' | 'drop' | 'silent' | 'refuse the token';

export interface Platforms {
  address: string;
  requests: RecordedRequest[];
  /** The Graph API, which has failures of its own. */
  meta: MetaApi;
  /** Failures of the next sendings, in their order. */
  nextFailures: FailureMode[];
  /** Failure of all further sendings; by default they succeed. */
  defaultFailure: () => FailureMode | undefined;
  /** Called for each sending; the answer waits for it. */
  onSending: (url: string) => Promise<void> | void;
  /** Texts that arrived, by the person's id, in their order. */
  arrived: Map<string, string[]>;
  /** Ids of people whom LINE does not know, and whether its error names them. */
  unknownPeople: Map<string, 'named' | 'unnamed'>;
  /** Texts that LINE refuses with an error that names their message. */
  refusedTexts: Set<string>;
  /** LINE's account: its quota, friends and plan. */
  account: LineAccount;
  /** Answers of the workspace's webhooks, by their event. */
  webhooks: Record<string, unknown>;
  /** Statuses that those webhooks answer to the next calls of an event instead. */
  webhookFailures: Record<string, number[]>;
  /** Called with the id of each person who received something. */
  onArrival: (person: string) => void;
  /** Creates a reply token, valid for one reply. */
  replyToken(): string;
  reset(): void;
  close(): Promise<void>;
}

export const LINE_TOKEN = 'line-token-that-is-right';
export const LINE_SECRET = 'line-secret-that-is-right';
export const PAGE = { id: '1045', token: 'page-token-that-is-right', secret: 'app-secret-that-is-right' };

/** LINE, Graph, a partner's webhook and those of the workspace, as strict as they are: tokens, shapes, keys. */
export async function startPlatforms(): Promise<Platforms> {
  const tokens = new Map<string, 'good' | 'used'>();
  const keys = new Set<string>();
  /** Requests that reached everybody, and people of the calls under a name. */
  const requests = new Set<string>();
  const units = new Map<string, number>();
  const platforms: Omit<Platforms, 'address' | 'close' | 'meta'> = {
    requests: [],
    nextFailures: [],
    defaultFailure: () => undefined,
    onSending: () => undefined,
    arrived: new Map(),
    unknownPeople: new Map(),
    refusedTexts: new Set(),
    account: { isVerified: false, friends: [] },
    webhooks: {},
    webhookFailures: {},
    onArrival: () => undefined,
    replyToken() {
      const token = `reply-${tokens.size + 1}`;
      tokens.set(token, 'good');
      return token;
    },
    reset() {
      platforms.requests.length = 0;
      platforms.nextFailures.length = 0;
      platforms.arrived.clear();
      platforms.unknownPeople.clear();
      platforms.refusedTexts.clear();
      platforms.account = { isVerified: false, friends: [] };
      platforms.webhooks = {};
      meta.reset();
      platforms.webhookFailures = {};
    },
  };
  const arrive = (person: string, messages: Json[]): void => {
    const own = platforms.arrived.get(person) ?? [];
    platforms.arrived.set(person, [...own, ...messages.map(textOf)]);
    platforms.onArrival(person);
  };

  /** LINE's insight: of a broadcast's request, or of the calls with an aggregation unit. */
  function insight(url: string): [number, Json] {
    const { pathname, searchParams: asked } = new URL(url, 'http://line');
    const figures = { uniqueImpression: 321, uniqueClick: null };
    if (pathname === '/v2/bot/insight/message/event') {
      const requestId = asked.get('requestId') ?? '';
      if (!requests.has(requestId)) return [400, { message: 'The value for requestId is invalid' }];
      return [200, { overview: { requestId, delivered: 400, ...figures }, messages: [], clicks: [] }];
    }
    const isDay = (name: string): boolean => /^20\d{6}$/.test(asked.get(name) ?? '');
    const people = units.get(asked.get('customAggregationUnit') ?? '');
    if (pathname !== '/v2/bot/insight/message/event/aggregation' || !isDay('from') || !isDay('to'))
      return [404, { message: 'Not found' }];
    return [200, { overview: people === undefined ? {} : figures, messages: [], clicks: [] }];
  }

  /** Answers a call of LINE's Messaging API. @returns status and body */
  function line(url: string, headers: IncomingMessage['headers'], body: Json): [number, Json] {
    if (headers.authorization !== `Bearer ${LINE_TOKEN}`) return [401, { message: 'Authentication failed' }];
    const account = answerAccountCall(url, platforms.account);
    if (account) return account;
    if (url.startsWith('/v2/bot/insight/')) return insight(url);
    if (url.startsWith('/v2/bot/profile/'))
      return url.endsWith('U-gone')
        ? [404, { message: 'Not found' }]
        : [200, { displayName: 'สมชาย ใจดี', language: 'th', pictureUrl: 'https://profile.example/1' }];
    const messages = body['messages'] as Json[] | undefined;
    if (!Array.isArray(messages) || messages.length < 1 || messages.length > 5)
      return [400, { message: 'Size must be between 1 and 5' }];
    if (messages.some(({ type }) => typeof type !== 'string')) return [400, { message: 'May not be empty' }];
    const wrong = messages.flatMap(({ text }, place) =>
      platforms.refusedTexts.has(String(text))
        ? [{ message: 'May not be this', property: `messages[${place}].text` }]
        : [],
    );
    if (wrong.length > 0) return [400, { message: 'The request body has errors', details: wrong }];
    if (url.endsWith('/reply')) {
      const token = String(body['replyToken']);
      if (tokens.get(token) !== 'good') return [400, { message: 'Invalid reply token' }];
      tokens.set(token, 'used');
      arrive(token, messages);
      return [200, {}];
    }
    const key = String(headers['x-line-retry-key'] ?? '');
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(key))
      return [400, { message: 'The value of the retry key is invalid' }];
    if (keys.has(key)) return [409, { message: 'The retry key is already accepted' }];
    const to = body['to'];
    const isMany = url.endsWith('/multicast');
    const many = Array.isArray(to) ? (to as string[]) : [];
    if (isMany && (many.length < 1 || many.length > 500 || new Set(many).size < many.length))
      return [400, { message: 'The property, to, is invalid' }];
    if (url.endsWith('/push') && typeof to !== 'string') return [400, { message: 'to' }];
    const refused = many.flatMap((one, place) => (platforms.unknownPeople.has(one) ? [{ one, place }] : []));
    const details = refused.flatMap(({ one, place }) =>
      platforms.unknownPeople.get(one) === 'named'
        ? [{ message: 'Not found', property: `to[${place}]` }]
        : [],
    );
    if (refused.length > 0)
      return [400, { message: 'Failed to send messages', ...(details.length > 0 && { details }) }];
    const { quota, friends } = platforms.account;
    // LINE counts people, however many messages the call has.
    const counted = isMany ? many.length : url.endsWith('/broadcast') ? friends.length : 1;
    if (quota && quota.used + counted > quota.limit)
      return [429, { message: 'You have reached your monthly limit.' }];
    const [unit, ...further] = (body['customAggregationUnits'] ?? []) as string[];
    if (unit !== undefined && (!isMany || further.length > 0 || !/^[A-Za-z0-9_]{1,30}$/.test(unit)))
      return [400, { message: 'The property, customAggregationUnits, is invalid' }];
    if (unit !== undefined) units.set(unit, (units.get(unit) ?? 0) + many.length);
    if (url.endsWith('/broadcast')) requests.add(key);
    keys.add(key);
    if (quota) quota.used += counted;
    if (url.endsWith('/broadcast')) arrive('everyone', messages);
    else for (const one of isMany ? many : [String(to)]) arrive(one, messages);
    return [200, {}];
  }

  const meta = new MetaApi({ ...PAGE, name: 'Page of tests' }, (person, message) =>
    arrive(person, [message]),
  );

  function hook(headers: IncomingMessage['headers'], body: Json): [number, Json] {
    const key = String(headers['x-retry-key'] ?? '');
    const { id = '' } = (body['person'] ?? {}) as { id?: string };
    if (!keys.has(key)) arrive(id, body['messages'] as Json[]);
    keys.add(key);
    return [200, {}];
  }

  const answer = (
    method: string,
    url: string,
    headers: IncomingMessage['headers'],
    body: Json,
  ): [number, Json] => {
    const failure =
      url === '/workspace' ? platforms.webhookFailures[String(body['event'])]?.shift() : undefined;
    if (failure !== undefined) return [failure, {}];
    if (url === '/workspace') return [200, (platforms.webhooks[String(body['event'])] ?? {}) as Json];
    if (url === '/hook') return hook(headers, body);
    return url.startsWith('/v2/') ? line(url, headers, body) : meta.answer(method, url, headers, body);
  };
  const isSending = (url: string): boolean =>
    /\/(reply|push|multicast|broadcast|messages)$|^\/hook$/.test(url);

  const server: Server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const body = JSON.parse((await text(request)) || '{}') as Json;
    // The hourly check of channels may come at any time and says nothing to anybody.
    if (url === '/hook' && body['event'] === 'test') return void response.writeHead(200).end('{}');
    const failure = isSending(url)
      ? (platforms.nextFailures.shift() ?? platforms.defaultFailure())
      : undefined;
    const [status, told] =
      typeof failure === 'number'
        ? [failure, failure === 400 ? { message: 'Bad request', error: { code: 100 } } : {}]
        : failure === 'drop'
          ? [0, {}]
          : failure === 'refuse the token'
            ? [400, { message: 'Invalid reply token' }]
            : answer(method, url, headers, body);
    platforms.requests.push({ method, url, headers, body, status });
    if (isSending(url)) await platforms.onSending(url);
    if (failure === 'hang up' || failure === 'drop') request.socket.destroy();
    else if (failure !== 'silent') {
      const wait = status === 429 ? { 'retry-after': '1' } : {};
      const key = headers['x-line-retry-key'];
      const name = status === 409 ? 'x-line-accepted-request-id' : 'x-line-request-id';
      const named = typeof key === 'string' && url.startsWith('/v2/') ? { [name]: key } : {};
      response
        .writeHead(status, { 'content-type': 'application/json', ...wait, ...named })
        .end(JSON.stringify(told));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(platforms, {
    meta,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

const textOf = (message: Json): string => {
  const { text, altText, attachment } = message as { text?: string; altText?: string; attachment?: Json };
  const payload = attachment?.['payload'] as { text?: string } | undefined;
  return text ?? altText ?? payload?.text ?? String(message['type'] ?? attachment?.['type']);
};

/** A call as each platform signs it. */
export interface SignedCall {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

let number = 0;
/** A new id of an event. */
export const eventKey = (): string => `01EVENT${String(++number).padStart(8, '0')}`;

export function lineCall(channel: string, events: Json[], secret = LINE_SECRET): SignedCall {
  const payload = JSON.stringify({ destination: 'Ubot', events });
  return {
    url: `/webhooks/line/${channel}`,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-line-signature': createHmac('sha256', secret).update(payload).digest('base64'),
    },
    payload,
  };
}

/** An event as LINE tells it. */
export const lineEvent = (person: string, own: Json): Json => ({
  type: 'message',
  mode: 'active',
  timestamp: Date.now(),
  source: { type: 'user', userId: person },
  webhookEventId: eventKey(),
  deliveryContext: { isRedelivery: false },
  ...own,
});
export const lineText = (person: string, said: string, own: Json = {}): Json =>
  lineEvent(person, { message: { id: eventKey(), type: 'text', text: said }, ...own });

export function facebookCall(channel: string, messaging: Json[], secret = PAGE.secret): SignedCall {
  const payload = JSON.stringify({ object: 'page', entry: [{ id: PAGE.id, time: Date.now(), messaging }] });
  return {
    url: `/webhooks/facebook/${channel}`,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
    },
    payload,
  };
}
export const facebookItem = (person: string, own: Json): Json => ({
  sender: { id: person },
  recipient: { id: PAGE.id },
  timestamp: Date.now(),
  ...own,
});

/** @param way of a custom channel, or of a web chat's other front end */
export function customCall(
  channel: string,
  events: Json[],
  key: string,
  at = Date.now(),
  way: 'custom' | 'webchat' = 'custom',
): SignedCall {
  const payload = JSON.stringify({ events });
  const timestamp = String(Math.floor(at / 1000));
  return {
    url: `/webhooks/${way}/${channel}`,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signWebhook(key, timestamp, payload),
    },
    payload,
  };
}
