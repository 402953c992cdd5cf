import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { signatureOf } from '../../../engine/outbound/webhooks/call.ts';

/** Seconds that the time of a signed call may be away from ours. */
const MOST_AGE = 300;

/** Whether two texts are the same, in a time that tells nothing of either. */
export function sameText(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** `x-line-signature`: base64 of the HMAC-SHA256 of the raw body with the channel secret. */
export const signsAsLine = (secret: string, raw: Buffer, signature: string): boolean =>
  sameText(createHmac('sha256', secret).update(raw).digest('base64'), signature);

/** `x-hub-signature-256`: `sha256=` and the HMAC-SHA256 of the raw body with the app secret. */
export const signsAsFacebook = (secret: string, raw: Buffer, signature: string): boolean =>
  sameText(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`, signature);

/** As the services themselves sign: `x-timestamp` in seconds, within five minutes, and `x-signature`. */
export function signsAsOurs(key: string, raw: Buffer, timestamp: string, signature: string): boolean {
  const isSame = sameText(signatureOf(key, timestamp, raw.toString('utf8')), signature);
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  return isSame && /^\d{1,12}$/.test(timestamp) && age <= MOST_AGE;
}
