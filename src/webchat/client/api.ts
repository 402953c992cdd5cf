import type { MessageContent, MessagePage } from './types.ts';

/** For which the services hold a request for new messages open. */
const WAIT_S = 25;
/** Of a request, beyond the time that it asks the services to wait. */
const TIMEOUT_MS = 15_000;

/** The services refused a request. */
export class RefusedError extends Error {
  override name = 'Refused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface OpenedChat {
  token: string;
  /** The chat's title. */
  name: string;
}

export interface Api {
  /** Begins a conversation. */
  open(language: string): Promise<OpenedChat>;
  send(token: string, id: string, said: MessageContent): Promise<void>;
  /** Messages after a position; `wait` holds the request open until there are any. */
  since(token: string, after: number, wait: boolean, signal: AbortSignal): Promise<MessagePage>;
  /** The last messages before a position. */
  before(token: string, before: number): Promise<MessagePage>;
}

/**
 * The services' routes for one channel. All throw `Refused`, or whatever the network throws.
 * @param language in which the services say why they refuse something
 */
export function createApi(origin: string, channel: string, language: string): Api {
  const base = `${origin}/api/v1/webchat/${encodeURIComponent(channel)}`;
  const call = async (
    path: string,
    init: RequestInit = {},
    token?: string,
    timeoutMs = TIMEOUT_MS,
  ): Promise<unknown> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(base + path, {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
      headers: {
        'accept-language': language,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    if (response.ok) return response.json();
    // A proxy refuses with a page of its own.
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new RefusedError(response.status, message);
  };
  const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

  return {
    open: async (language) => (await call('/sessions', post({ language }))) as OpenedChat,
    send: async (token, id, said) => void (await call('/messages', post({ id, ...said }), token)),
    since: async (token, after, wait, signal) => {
      const query = `/messages?after=${after}${wait ? `&wait=${WAIT_S}` : ''}`;
      const timeoutMs = TIMEOUT_MS + (wait ? WAIT_S * 1000 : 0);
      return (await call(query, { signal }, token, timeoutMs)) as MessagePage;
    },
    before: async (token, before) => (await call(`/messages?before=${before}`, {}, token)) as MessagePage,
  };
}
