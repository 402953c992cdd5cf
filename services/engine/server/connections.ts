import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { ApiError, malformed, type ErrorCode } from '../http/errors.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Concurrent connections of one process, including open consoles. */
const MAX_CONNECTIONS = 10_000;
/** Milliseconds for which a shutdown waits for requests under way. */
const SHUTDOWN_GRACE_MS = 10_000;
/** Milliseconds between two checks for idle connections during a shutdown. */
const IDLE_CHECK_INTERVAL_MS = 50;
/** Milliseconds in which a body that is no file must arrive: 1 MB at 100 kbit/s. */
const BODY_TIMEOUT_MS = 90_000;
/** Up to this size, a rejected body is read to its end: a connection that closes before loses the response. */
const MAX_DRAINED_BODY_BYTES = 64 * 1024 * 1024;
const MAX_URL_LENGTH = 8_192;

/** Timeouts of a connection in milliseconds, and the size of its headers. */
export const CONNECTION_LIMITS = {
  /** For a whole request with its body, such as a large file over a slow line; other bodies have `BODY_TIMEOUT_MS`. */
  requestTimeout: 3_600_000,
  keepAliveTimeout: 72_000,
  /** Without a byte in either direction. */
  connectionTimeout: 120_000,
  http: {
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    // Checked in `limitConnections`, where the response has the shape of all errors.
    requireHostHeader: false,
  },
  // Requests that arrive during a shutdown are answered as usual.
  return503OnClosing: false,
} satisfies FastifyServerOptions & Record<string, unknown>;

/** Status, code and message for Node's errors of requests that cannot be parsed. */
const CLIENT_ERRORS: Record<string, [number, ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'MALFORMED', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE', 'The request is too large'],
};

/** Creates the handler of requests that cannot be parsed: it responds in the shape of all errors and closes the connection. */
export function createClientErrorHandler(
  headers: Record<string, string>,
  newId: () => string,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error: Error & { code?: string }, socket: Socket) => {
    // Once headers were sent, no error response can follow.
    const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
      socket.destroy();
      return;
    }
    const [status, code, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
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

/** A raw HTTP response with JSON, after which the connection closes. */
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
    /** The route receives files, which have no timeout while data arrives. */
    acceptsFiles?: boolean;
  }
}

/**
 * Limits the number of connections, the length of URLs, the time for bodies to arrive, and the time for which a shutdown
 * waits for requests under way.
 */
export function limitConnections(
  app: FastifyInstance,
  { graceMs = SHUTDOWN_GRACE_MS, bodyMs = BODY_TIMEOUT_MS } = {},
): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  const startBodyTimeout = (raw: IncomingMessage): void => {
    const timer = setTimeout(() => {
      // Injected requests have no connection to end.
      if (raw.complete || !(raw.socket instanceof Socket)) return;
      const error = Object.assign(new Error('The body did not arrive in time'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      app.server.emit('clientError', error, raw.socket);
    }, bodyMs);
    // Also emitted once the body has arrived.
    raw.once('close', () => clearTimeout(timer));
  };
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !routeOptions.config.acceptsFiles) startBodyTimeout(raw);
    done();
  });
  app.addHook('onRequest', ({ raw, headers, url }, _, done) => {
    if (headers.host === undefined && raw.httpVersion !== '1.0')
      return done(malformed(t('The Host header is missing')));
    if (url.length > MAX_URL_LENGTH)
      return done(
        new ApiError(
          414,
          'TOO_LARGE',
          t('The address is longer than %{maxAddress} characters', { maxAddress: MAX_URL_LENGTH }),
        ),
      );
    done();
  });
  app.addHook('onError', async ({ headers }, reply) => {
    if (Number(headers['content-length']) <= MAX_DRAINED_BODY_BYTES) reply.removeHeader('connection');
  });
  app.addHook('preClose', async () => {
    const forceClose = setTimeout(() => app.server.closeAllConnections(), graceMs);
    // A connection whose last response was sent meanwhile would stay open for the next request.
    const closeIdle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
    app.server.once('close', () => {
      clearTimeout(forceClose);
      clearInterval(closeIdle);
    });
  });
}
