/** Milliseconds that a platform may take to answer a test. */
const TIMEOUT_MS = 5_000;
/** Characters of an answer that are read: a platform's verdict is short. */
const MOST_READ = 100_000;
/** Characters of a request's id. */
const MOST_REQUEST = 100;
/** Seconds that a platform may ask to wait. */
const LONGEST_WAIT = 3_600;

export interface PlatformAnswer {
  status: number;
  /** What was answered; undefined where it is no JSON. */
  body: Record<string, unknown> | undefined;
  /** Seconds after which it wants to be asked again, where it says so. */
  retryAfter?: number;
  /** What LINE calls the request that it took, this one or the one before with its key. */
  request?: string;
}

/** Nothing was answered. The message is for people. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  /** It is certain that nobody heard what was said: no connection came about. */
  get isUnheard(): boolean {
    const { code } = ((this.cause as Error | undefined)?.cause ?? {}) as { code?: string };
    return code !== undefined && UNHEARD.has(code);
  }
}

const UNHEARD = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Asks a platform, and says what it answers whatever the status.
 * @throws Unreachable where it does not answer in five seconds
 */
export async function ask(url: string, init: RequestInit): Promise<PlatformAnswer> {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, MOST_READ);
    const told = Number(response.headers.get('retry-after') ?? NaN);
    const request =
      response.headers.get('x-line-accepted-request-id') ?? response.headers.get('x-line-request-id');
    return {
      status: response.status,
      body: asObject(text),
      ...(told >= 0 && { retryAfter: Math.min(told, LONGEST_WAIT) }),
      ...(request && { request: request.slice(0, MOST_REQUEST) }),
    };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    const words = late ? `${host} did not answer within 5 s` : `${host} cannot be reached`;
    throw new Unreachable(words, { cause: error });
  }
}

function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
