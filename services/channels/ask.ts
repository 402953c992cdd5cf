/** Milliseconds that a platform may take to answer a test. */
const TIMEOUT_MS = 5_000;
/** Characters of an answer that are read: a platform's verdict is short. */
const MOST_READ = 100_000;

export interface PlatformAnswer {
  status: number;
  /** What was answered; undefined where it is no JSON. */
  body: Record<string, unknown> | undefined;
}

/** Nothing was answered. The message is for people. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

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
    return { status: response.status, body: asObject(text) };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw new Unreachable(late ? `${host} did not answer within 5 s` : `${host} cannot be reached`);
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
