import type { Said, Stretch } from './types.ts';

/** Seconds for which the services hold a question for news open. */
const WAIT = 25;
/** Milliseconds after which an answer is no longer waited for, beyond what was asked for. */
const PATIENCE = 15_000;

/** The services refused. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Opened {
  token: string;
  /** What the chat is called. */
  name: string;
}

export interface Api {
  /** Begins a conversation. */
  open(language: string): Promise<Opened>;
  send(token: string, id: string, said: Said): Promise<void>;
  /** What came after a place in the conversation; `wait` holds the question open until something has. */
  since(token: string, after: number, wait: boolean, signal: AbortSignal): Promise<Stretch>;
  /** What came last before a place in the conversation. */
  before(token: string, before: number): Promise<Stretch>;
}

/** The services' routes for one channel. All throw `Refused`, or whatever the network throws. */
export function createApi(origin: string, channel: string): Api {
  const base = `${origin}/api/v1/webchat/${encodeURIComponent(channel)}`;
  const call = async (
    path: string,
    init: RequestInit = {},
    token?: string,
    patience = PATIENCE,
  ): Promise<unknown> => {
    const late = AbortSignal.timeout(patience);
    const response = await fetch(base + path, {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
      headers: {
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    const body = (await response.json()) as { message?: string };
    if (!response.ok) throw new Refused(response.status, body.message ?? '');
    return body;
  };
  const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

  return {
    open: async (language) => (await call('/sessions', post({ language }))) as Opened,
    send: async (token, id, said) => void (await call('/messages', post({ id, ...said }), token)),
    since: async (token, after, wait, signal) => {
      const query = `/messages?after=${after}${wait ? `&wait=${WAIT}` : ''}`;
      const patience = PATIENCE + (wait ? WAIT * 1000 : 0);
      return (await call(query, { signal }, token, patience)) as Stretch;
    },
    before: async (token, before) => (await call(`/messages?before=${before}`, {}, token)) as Stretch,
  };
}
