import { createHmac } from 'node:crypto';

/** Milliseconds that a webhook may take; the conversation goes on without it then. */
const TIMEOUT_MS = 5_000;
/** Bytes of an answer that are read. */
const MAX_ANSWER = 256 * 1024;

/** Said of an answer that is no JSON. */
export const NO_JSON = 'It answered no JSON';

export interface WebhookCall {
  url: string;
  body: object;
  /** Signs the call, so that its receiver knows whose it is. */
  key?: string;
  /** Ends it earlier. */
  signal?: AbortSignal;
  timeout?: number;
}

export type WebhookAnswer = { json: unknown } | { fault: string };

/**
 * Asks a webhook: JSON by POST, with `x-timestamp` and, where there is a key, `x-signature`, `sha256=` and the HMAC of
 * the timestamp, a dot and the body. Never throws: what went wrong is told, and whoever asked goes on without.
 */
export async function callWebhook({
  url,
  body,
  key,
  signal,
  timeout = TIMEOUT_MS,
}: WebhookCall): Promise<WebhookAnswer> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const ends = AbortSignal.timeout(timeout);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        ...(key !== undefined && { 'x-signature': signatureOf(key, timestamp, text) }),
      },
      signal: signal ? AbortSignal.any([signal, ends]) : ends,
    });
    if (!answer.ok) return { fault: `It answered ${answer.status}` };
    return { json: JSON.parse(await readBounded(answer)) as unknown };
  } catch (error) {
    if (ends.aborted) return { fault: `It did not answer within ${timeout / 1000} s` };
    return { fault: error instanceof SyntaxError ? NO_JSON : 'It cannot be reached' };
  }
}

export const signatureOf = (key: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;

async function readBounded({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER) throw new SyntaxError('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
