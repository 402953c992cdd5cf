import {
  Agent as HttpAgent,
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { measure } from '../metrics/measure.ts';
import { inSpan, type SpanDescription } from '../tracing/span.ts';
import { reportCertificate } from './certificates.ts';
import {
  assertAllowedHost,
  ForbiddenAddressError,
  policyLookup,
  type AddressPolicy,
} from './addressPolicy.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_MAX_BYTES = 256 * 1024;
/** Milliseconds after which an idle connection is closed: before servers close theirs. */
const IDLE_TIMEOUT_MS = 4_000;
/** Some servers reject requests without a user agent. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'messaging-console' };

export interface OutboundOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Milliseconds for everything: name, connection, head and body of the response. Default 5,000. */
  timeoutMs?: number;
  /** Ends the request earlier. */
  signal?: AbortSignal;
  /** Which addresses it may connect to; absent for addresses from the settings. */
  policy?: AddressPolicy;
}

interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body is longer than `maxBytes` and was truncated there. */
  isTruncated: boolean;
}

/** The response did not arrive, or not whole. */
export class OutboundError extends Error {
  override name = 'OutboundError';

  constructor(
    readonly kind: 'timeout' | 'aborted' | 'forbidden' | 'unreachable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** No connection was established: nobody received anything of the request. */
  get isUnsent(): boolean {
    const { code } = (this.cause ?? {}) as { code?: string };
    return this.kind === 'forbidden' || (code !== undefined && UNSENT_CODES.has(code));
  }
}

const UNSENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * Sends a request and reads the response up to `maxBytes`, whatever its status. Redirects are not followed.
 * @param options.maxBytes default 256 KiB
 * @throws OutboundError
 */
export async function request(
  url: string | URL,
  { maxBytes = DEFAULT_MAX_BYTES, ...options }: OutboundOptions & { maxBytes?: number } = {},
): Promise<OutboundResponse> {
  const response = await openResponse(url, options);
  const { statusCode: status = 0, headers } = response;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (isTruncated: boolean): void =>
      resolve({ status, headers, body: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated });
    response
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= maxBytes) return;
        end(true);
        response.destroy();
      })
      .on('error', (error) => reject(toOutboundError(error)))
      .on('end', () => end(false));
  });
}

/**
 * Sends a request and resolves once the headers of the response have arrived; the caller reads, bounds or destroys the
 * body. The deadline includes the body: a stream that is still open then fails with the error.
 * @throws OutboundError
 */
export function openResponse(address: string | URL, options: OutboundOptions = {}): Promise<IncomingMessage> {
  return inSpan(
    () => describeSpan(address, options),
    () => sendRequest(address, options),
  );
}

/** The span of a request, with the host alone, since paths and queries contain tokens and people's ids. */
function describeSpan(address: string | URL, { method = 'GET' }: OutboundOptions): SpanDescription {
  const host = URL.canParse(address) ? new URL(address).host : '';
  const attributes = { 'http.request.method': method, 'server.address': host };
  return { name: `${method} ${host}`, kind: 'client', attributes };
}

function sendRequest(address: string | URL, options: OutboundOptions): Promise<IncomingMessage> {
  const { method, headers, body, timeoutMs = DEFAULT_TIMEOUT_MS, signal, policy } = options;
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    if (policy) assertAllowedHost(url, policy);
    const { send, agent } = transportOf(url.protocol, policy);
    const startedAt = performance.now();
    const measureResponse = (status: string): void =>
      measure('console_outbound_request_seconds', (performance.now() - startedAt) / 1000, {
        // Addresses that people type share one label, so that the number of series stays bounded.
        ...{ host: policy ? 'webhook' : url.host, status },
      });
    let response: IncomingMessage | undefined;
    const request = send(url, { method, headers: { ...DEFAULT_HEADERS, ...headers }, agent });
    const end = (error: OutboundError): void => {
      if (!response) measureResponse(error.kind);
      release();
      reject(error);
      response?.destroy(error);
      request.destroy(error);
    };
    // A plain timer: the signal of AbortSignal.timeout may be collected before it fires, once the head has arrived.
    const timer = setTimeout(
      () =>
        end(
          new OutboundError(
            'timeout',
            storedText('%{host} did not answer within %{seconds} s', {
              host: url.host,
              seconds: timeoutMs / 1000,
            }),
          ),
        ),
      timeoutMs,
    );
    const abort = (): void =>
      end(new OutboundError('aborted', storedText('The call of %{host} was ended', { host: url.host })));
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    request
      .on('error', (error) => {
        // Once there is a response, the deadline holds until that is closed.
        const outboundError = toOutboundError(error, url.host);
        if (!response) {
          release();
          // A request that `end` has ended is measured there.
          if (outboundError !== error) measureResponse(outboundError.kind);
        }
        reject(outboundError);
      })
      .on('response', (answer) => {
        response = answer;
        measureResponse(String(answer.statusCode));
        reportCertificate(url.host, answer.socket);
        answer.once('close', release);
        resolve(answer);
      });
    // With the whole body at hand, Node sets Content-Length and sends it in one piece.
    request.end(body);
    if (signal?.aborted) abort();
  }).catch((error: unknown) => {
    throw toOutboundError(error);
  }) as Promise<IncomingMessage>;
}

function toOutboundError(error: unknown, host?: string): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof ForbiddenAddressError) return new OutboundError('forbidden', error.message);
  return new OutboundError(
    'unreachable',
    host === undefined
      ? storedText('The address cannot be reached')
      : storedText('%{host} cannot be reached', { host }),
    { cause: error },
  );
}

interface Transport {
  send: typeof requestHttp;
  agent: HttpAgent;
}
type Transports = Record<string, Transport>;

/**
 * Agents that reuse connections. Node's own client instead of `fetch`, which needs three times the CPU: most of what an
 * answer of the bot costs.
 */
function createTransports(policy?: AddressPolicy): Transports {
  const options = {
    keepAlive: true,
    timeout: IDLE_TIMEOUT_MS,
    ...(policy && { lookup: policyLookup(policy) }),
  };
  return {
    'http:': { send: requestHttp, agent: new HttpAgent(options) },
    'https:': { send: requestHttps, agent: new HttpsAgent(options) },
  };
}

const unrestrictedTransports = createTransports();
/** One per policy, since a pooled connection was checked by the policy under which it was opened. */
const transportsByPolicy = new WeakMap<AddressPolicy, Transports>();

function transportOf(protocol: string, policy: AddressPolicy | undefined): Transport {
  const existing = policy ? transportsByPolicy.get(policy) : unrestrictedTransports;
  const transports = existing ?? createTransports(policy);
  if (policy && !existing) transportsByPolicy.set(policy, transports);
  const transport = transports[protocol];
  if (!transport) throw new Error('Only http and https URLs can be requested');
  return transport;
}
