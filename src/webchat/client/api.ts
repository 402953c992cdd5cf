import type { MessageContent, MessagePage } from './types.ts';

/** How long the server holds a long-poll request open. */
const LONG_POLL_S = 25;
/** Timeout of a request; of a long poll, on top of its waiting time. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The server answered a request with an error. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface ChatSession {
  token: string;
  /** The chat's title. */
  name: string;
}

export interface Api {
  /** Starts a session. */
  startConversation(language: string): Promise<ChatSession>;
  send(token: string, id: string, content: MessageContent): Promise<void>;
  /** Messages after a sequence number; `wait` holds the request open until there are any. */
  listMessagesAfter(token: string, seq: number, wait: boolean, signal: AbortSignal): Promise<MessagePage>;
  /** The last messages before a sequence number. */
  listMessagesBefore(token: string, seq: number): Promise<MessagePage>;
}

/**
 * The API of one channel. Every call throws `ApiError`, or whatever the network throws.
 * @param language of the server's error messages
 */
export function createApi(origin: string, channel: string, language: string): Api {
  const base = `${origin}/api/v1/webchat/${encodeURIComponent(channel)}`;
  const call = async (
    path: string,
    init: RequestInit = {},
    token?: string,
    timeoutMs = REQUEST_TIMEOUT_MS,
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
    // A proxy answers with a page of its own.
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new ApiError(response.status, message);
  };
  const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

  return {
    startConversation: async (language) => (await call('/sessions', post({ language }))) as ChatSession,
    send: async (token, id, content) => void (await call('/messages', post({ id, ...content }), token)),
    listMessagesAfter: async (token, seq, wait, signal) => {
      const query = `/messages?after=${seq}${wait ? `&wait=${LONG_POLL_S}` : ''}`;
      const timeoutMs = REQUEST_TIMEOUT_MS + (wait ? LONG_POLL_S * 1000 : 0);
      return (await call(query, { signal }, token, timeoutMs)) as MessagePage;
    },
    listMessagesBefore: async (token, seq) =>
      (await call(`/messages?before=${seq}`, {}, token)) as MessagePage,
  };
}
