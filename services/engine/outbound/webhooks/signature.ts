import { createHmac } from 'node:crypto';
import type { AddressPolicy } from '../addressPolicy.ts';
import type { OutboundOptions } from '../request.ts';

/** `sha256=` and the HMAC of the content. */
export const sha256Signature = (key: string, content: string | Buffer): string =>
  `sha256=${createHmac('sha256', key).update(content).digest('hex')}`;

/** The signature of a webhook call: the HMAC of its timestamp, a dot and its body. */
export const signWebhook = (key: string, timestamp: string, body: string): string =>
  sha256Signature(key, `${timestamp}.${body}`);

/**
 * The request options of a webhook call: JSON by POST, with `x-timestamp` in seconds and, where there is a key,
 * `x-signature`.
 */
export function signedRequest(
  policy: AddressPolicy,
  content: object,
  key: string | undefined,
): Required<Pick<OutboundOptions, 'method' | 'headers' | 'body' | 'policy'>> {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    ...(key !== undefined && { 'x-signature': signWebhook(key, timestamp, body) }),
  };
  return { method: 'POST', headers, body, policy };
}
