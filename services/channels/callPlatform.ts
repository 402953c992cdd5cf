import type { IncomingHttpHeaders } from 'node:http';
import { OutboundError, request, type OutboundOptions } from '../engine/outbound/request.ts';

/** Seconds that a platform may ask to wait. */
const MAX_RETRY_AFTER_S = 3_600;

export interface PlatformResponse {
  status: number;
  /** What was answered; undefined where it is no JSON. */
  body: Record<string, unknown> | undefined;
  headers: IncomingHttpHeaders;
  /** Seconds after which it wants to be asked again, where it says so. */
  retryAfterS?: number;
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

/**
 * Asks a platform, and says what it answers whatever the status.
 * @throws UpstreamUnavailableError where it does not answer in time, five seconds by default
 */
export async function callPlatform(
  url: string,
  question: OutboundOptions & { maxBytes?: number },
): Promise<PlatformResponse> {
  try {
    const { status, headers, body } = await request(url, question);
    const told = Number(headers['retry-after'] ?? Number.NaN);
    return {
      ...{ status, headers, body: parseObject(body) },
      ...(told >= 0 && { retryAfterS: Math.min(told, MAX_RETRY_AFTER_S) }),
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
