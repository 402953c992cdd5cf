import { createHash, timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../engine/outbound/webhooks/signature.ts';

/** Used where a channel has no secret, so that the check takes as long as for a wrong signature. */
export const PLACEHOLDER_SECRET = 'nobody-knows-this-secret';

/** Seconds by which the timestamp of a signed call may differ from the current time. */
const MAX_SIGNATURE_AGE_S = 300;

/** Compares two texts in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Verifies `x-timestamp`, in seconds and within five minutes, and `x-signature`, like those of the services' own calls. */
export function verifyWebhookSignature(
  key: string,
  raw: Buffer,
  timestamp: string,
  signature: string,
): boolean {
  const isSame = isSameSecret(signWebhook(key, timestamp, raw.toString('utf8')), signature);
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  return isSame && /^\d{1,12}$/.test(timestamp) && age <= MAX_SIGNATURE_AGE_S;
}
