import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { ApiError, malformed, type ErrorCode } from '../http/errors.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Connections of one process at a time, open consoles among them. */
const MAX_CONNECTIONS = 10_000;
/** Milliseconds for which requests that are under way may keep a stop waiting. */
const GRACE_MS = 10_000;
/** Milliseconds between two looks, while the services stop, for connections that nothing goes on in. */
const IDLE_MS = 50;
/** Milliseconds for a body that is no file: 1 MB over 100 kbit/s. */
const BODY_MS = 90_000;
/** Bytes of a refused body that are heard out: a connection that ends before its sender has, loses the answer. */
const HEARD_OUT = 64 * 1024 * 1024;
/** Characters of an address with its query. */
const MAX_ADDRESS = 8_192;

/** How long a connection may take over what, in milliseconds, and how much may come before a body. */
export const CONNECTION_LIMITS = {
  /** For a whole request with its body, a large file over a slow line; other bodies have `BODY_MS`. */
  requestTimeout: 3_600_000,
  keepAliveTimeout: 72_000,
  /** Without a byte in either direction. */
  connectionTimeout: 120_000,
  http: {
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    // Asked for below, where the answer has the shape of all errors.
    requireHostHeader: false,
  },
  // What still arrives while the services stop is answered as ever.
  return503OnClosing: false,
} satisfies FastifyServerOptions & Record<string, unknown>;

/** What Node says of a request that is none: status, code and words. */
const FAULTS: Record<string, [number, ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'MALFORMED', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE', 'The request is too large'],
};

/** Answers what cannot be read as HTTP in the shape of all errors, with the headers of all answers, and hangs up. */
export function malformedRequests(
  headers: Record<string, string>,
  newId: () => string,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error: Error & { code?: string }, socket: Socket) => {
    // An answer that has begun cannot be taken back.
    const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
      socket.destroy();
      return;
    }
    const [status, code, message] = FAULTS[error.code ?? ''] ?? [
      400,
      'MALFORMED',
      'The request cannot be read',
    ];
    const requestId = newId();
    const body = JSON.stringify({ code, message, requestId });
    socket.end(rawResponse(status, { ...headers, 'x-request-id': requestId }, body));
    socket.destroySoon();
  };
}

/** An answer with JSON as it goes over the connection, which is closed after it. */
export function rawResponse(status: number, headers: Record<string, string>, body: string): string {
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bodies are files, which may take as long as they go on arriving. */
    takesFiles?: boolean;
  }
}

/**
 * Bounds connections and addresses, the time for bodies to arrive, and that for which those that hang keep a stop
 * waiting.
 * @param options.graceMs for requests that are under way when the services stop
 * @param options.bodyMs for a body to arrive
 */
export function limitConnections(app: FastifyInstance, { graceMs = GRACE_MS, bodyMs = BODY_MS } = {}): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  const awaitBody = (raw: IncomingMessage): void => {
    const late = setTimeout(() => {
      // What did not come over a connection has none to end.
      if (raw.complete || !(raw.socket instanceof Socket)) return;
      const fault = Object.assign(new Error('The body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', fault, raw.socket);
    }, bodyMs);
    // It closes when it has arrived, too.
    raw.once('close', () => clearTimeout(late));
  };
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !routeOptions.config.takesFiles) awaitBody(raw);
    done();
  });
  app.addHook('onRequest', ({ raw, headers, url }, _, done) => {
    if (headers.host === undefined && raw.httpVersion !== '1.0')
      return done(malformed(t('The Host header is missing')));
    if (url.length > MAX_ADDRESS)
      return done(
        new ApiError(
          414,
          'TOO_LARGE',
          t('The address is longer than %{maxAddress} characters', { maxAddress: MAX_ADDRESS }),
        ),
      );
    done();
  });
  app.addHook('onError', async ({ headers }, reply) => {
    if (Number(headers['content-length']) <= HEARD_OUT) reply.removeHeader('connection');
  });
  app.addHook('preClose', async () => {
    const last = setTimeout(() => app.server.closeAllConnections(), graceMs);
    // A connection whose last answer was sent meanwhile would stay open for the next request.
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_MS);
    app.server.once('close', () => {
      clearTimeout(last);
      clearInterval(idle);
    });
  });
}
