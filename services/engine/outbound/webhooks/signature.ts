import { createHmac } from 'node:crypto';
import type { AddressPolicy } from '../addressPolicy.ts';
import type { OutboundOptions } from '../request.ts';

/** `sha256=` and the HMAC of what is signed. */
export const sha256Signature = (key: string, signed: string | Buffer): string =>
  `sha256=${createHmac('sha256', key).update(signed).digest('hex')}`;

/** What is signed in a call of a webhook. */
export const signatureOf = (key: string, timestamp: string, body: string): string =>
  sha256Signature(key, `${timestamp}.${body}`);

/**
 * The call of a webhook whose address people typed: JSON by POST, with `x-timestamp` in seconds and, where there is a key,
 * `x-signature`, the HMAC of the timestamp, a dot and the body.
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
    ...(key !== undefined && { 'x-signature': signatureOf(key, timestamp, body) }),
  };
  return { method: 'POST', headers, body, policy };
}
