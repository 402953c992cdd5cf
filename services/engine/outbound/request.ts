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
import { assertAllowedHost, ForbiddenAddress, policyLookup, type AddressPolicy } from './addressPolicy.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_MAX_BYTES = 256 * 1024;
/** Milliseconds for which an idle connection is kept: less than servers keep theirs. */
const IDLE_TIMEOUT_MS = 4_000;
/** Some servers answer nobody who does not say who asks. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'messaging-console' };

export interface OutboundOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Milliseconds for everything: name, connection, head and body of the response. Default 5,000. */
  timeoutMs?: number;
  /** Ends the request earlier. */
  signal?: AbortSignal;
  /** Where it may connect to; absent for addresses that the operator set. */
  policy?: AddressPolicy;
}

interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body is longer than `maxBytes` and cut off there. */
  isTruncated: boolean;
}

/** No whole response came. */
export class OutboundError extends Error {
  override name = 'OutboundError';

  constructor(
    readonly kind: 'timeout' | 'aborted' | 'forbidden' | 'unreachable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** No connection came about: nobody received anything of the request. */
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
      .on('error', (error) => reject(asOutboundError(error)))
      .on('end', () => end(false));
  });
}

/**
 * Sends a request and resolves with the head of the response, whose body the caller reads, bounds or destroys. The
 * deadline holds for the body too: a stream that is still open then fails with the error.
 * @throws OutboundError
 */
export function openResponse(address: string | URL, options: OutboundOptions = {}): Promise<IncomingMessage> {
  return inSpan(
    () => spanOfCall(address, options),
    () => sendRequest(address, options),
  );
}

/** A call as a span: the host alone, for paths and queries hold tokens and people's ids. */
function spanOfCall(address: string | URL, { method = 'GET' }: OutboundOptions): SpanDescription {
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
    const measureAnswer = (status: string): void =>
      measure('console_outbound_request_seconds', (performance.now() - startedAt) / 1000, {
        // Addresses that people type are counted together: they would make as many series as people like.
        ...{ host: policy ? 'webhook' : url.host, status },
      });
    let response: IncomingMessage | undefined;
    const request = send(url, { method, headers: { ...DEFAULT_HEADERS, ...headers }, agent });
    const end = (error: OutboundError): void => {
      if (!response) measureAnswer(error.kind);
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
        const fault = asOutboundError(error, url.host);
        if (!response) {
          release();
          // What was ended above has been measured there.
          if (fault !== error) measureAnswer(fault.kind);
        }
        reject(fault);
      })
      .on('response', (answer) => {
        response = answer;
        measureAnswer(String(answer.statusCode));
        reportCertificate(url.host, answer.socket);
        answer.once('close', release);
        resolve(answer);
      });
    // Given whole, it goes with its length and in one piece.
    request.end(body);
    if (signal?.aborted) abort();
  }).catch((error: unknown) => {
    throw asOutboundError(error);
  }) as Promise<IncomingMessage>;
}

function asOutboundError(error: unknown, host?: string): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof ForbiddenAddress) return new OutboundError('forbidden', error.message);
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
 * Keeps connections for the next request. Node's own client instead of `fetch`, which takes three times as much of the
 * processor: what an answer of the bot mostly costs.
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

const trusted = createTransports();
/** Apart for each policy: a kept connection was judged by the one that it was opened under. */
const guarded = new WeakMap<AddressPolicy, Transports>();

function transportOf(protocol: string, policy: AddressPolicy | undefined): Transport {
  const held = policy ? guarded.get(policy) : trusted;
  const transports = held ?? createTransports(policy);
  if (policy && !held) guarded.set(policy, transports);
  const transport = transports[protocol];
  if (!transport) throw new Error('Only http and https can be asked');
  return transport;
}
