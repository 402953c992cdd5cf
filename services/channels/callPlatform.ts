import { OutboundError, request, type OutboundOptions } from '../engine/outbound/request.ts';

/** Milliseconds that a platform may take to answer. */
const TIMEOUT_MS = 5_000;
/** Bytes of an answer that are read: a platform's verdict is short. */
const MAX_BYTES = 256 * 1024;
/** Characters of a request's id. */
const MAX_REQUEST_ID_CHARS = 100;
/** Seconds that a platform may ask to wait. */
const MAX_RETRY_AFTER_S = 3_600;

export interface PlatformResponse {
  status: number;
  /** What was answered; undefined where it is no JSON. */
  body: Record<string, unknown> | undefined;
  /** Seconds after which it wants to be asked again, where it says so. */
  retryAfterS?: number;
  /** What LINE calls the request that it took, this one or the one before with its key. */
  requestId?: string;
}

/** Nothing was answered. The message is for people. */
export class UpstreamUnavailableError extends Error {
  override name = 'UpstreamUnavailableError';

  /** The address leads where it may not: asking again would not help. */
  get isForbidden(): boolean {
    return this.cause instanceof OutboundError && this.cause.kind === 'forbidden';
  }

  /** It is certain that nobody heard what was said: no connection came about. */
  get isUnsent(): boolean {
    return this.cause instanceof OutboundError && this.cause.isUnsent;
  }
}

/** What a platform is asked. */
export type PlatformCall = Pick<OutboundOptions, 'method' | 'headers' | 'body' | 'policy'>;

/**
 * Asks a platform, and says what it answers whatever the status.
 * @throws UpstreamUnavailableError where it does not answer in five seconds
 */
export async function callPlatform(url: string, question: PlatformCall): Promise<PlatformResponse> {
  try {
    const answer = await request(url, { ...question, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    const { headers, status } = answer;
    const told = Number(headers['retry-after'] ?? Number.NaN);
    const accepted = headers['x-line-accepted-request-id'] ?? headers['x-line-request-id'];
    return {
      status,
      body: parseObject(answer.body),
      ...(told >= 0 && { retryAfterS: Math.min(told, MAX_RETRY_AFTER_S) }),
      ...(typeof accepted === 'string' && accepted && { requestId: accepted.slice(0, MAX_REQUEST_ID_CHARS) }),
    };
  } catch (error) {
    if (error instanceof OutboundError) throw new UpstreamUnavailableError(error.message, { cause: error });
    throw error;
  }
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
