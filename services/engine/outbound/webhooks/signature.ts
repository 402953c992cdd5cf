import { createHmac } from 'node:crypto';

/** `sha256=` and the HMAC of the timestamp, a dot and the body. */
export const signatureOf = (key: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;

/**
 * Headers of a JSON body that the services send to a webhook: `x-timestamp` in seconds and, where there is a key,
 * `x-signature`.
 */
export function signedHeaders(body: string, key: string | undefined): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    ...(key !== undefined && { 'x-signature': signatureOf(key, timestamp, body) }),
  };
}
