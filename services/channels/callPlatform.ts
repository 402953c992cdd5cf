import type { IncomingHttpHeaders } from 'node:http';
import { OutboundError, request, type OutboundOptions } from '../engine/outbound/request.ts';

/** Maximum of `Retry-After`, in seconds. */
const MAX_RETRY_AFTER_S = 3_600;

export interface PlatformResponse {
  status: number;
  /** The parsed body; undefined where it is not JSON. */
  body: Record<string, unknown> | undefined;
  headers: IncomingHttpHeaders;
  /** Seconds of `Retry-After`. */
  retryAfterS?: number;
}

/** The platform did not respond. The message is for people. */
export class UpstreamUnavailableError extends Error {
  override name = 'UpstreamUnavailableError';

  /** The policy forbids the address: a retry would not help. */
  get isForbidden(): boolean {
    return this.cause instanceof OutboundError && this.cause.kind === 'forbidden';
  }

  /** The request was certainly not received: no connection was established. */
  get isUnsent(): boolean {
    return this.cause instanceof OutboundError && this.cause.isUnsent;
  }
}

/**
 * Calls a platform and returns its response, whatever the status.
 * @throws UpstreamUnavailableError where it does not respond in time, five seconds by default
 */
export async function callPlatform(
  url: string,
  options: OutboundOptions & { maxBytes?: number },
): Promise<PlatformResponse> {
  try {
    const { status, headers, body } = await request(url, options);
    const retryAfter = Number(headers['retry-after'] ?? Number.NaN);
    return {
      ...{ status, headers, body: parseObject(body) },
      ...(retryAfter >= 0 && { retryAfterS: Math.min(retryAfter, MAX_RETRY_AFTER_S) }),
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
