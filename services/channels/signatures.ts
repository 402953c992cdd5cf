import { createHash, timingSafeEqual } from 'node:crypto';
import { signatureOf } from '../engine/outbound/webhooks/signature.ts';

/** Takes the place of a secret that a channel lacks, so that its absence takes as long as a wrong signature. */
export const PLACEHOLDER_SECRET = 'nobody-knows-this-secret';

/** Seconds that the time of a signed call may be away from ours. */
const MAX_SIGNATURE_AGE_S = 300;

/** Whether two texts are the same, in a time that tells nothing of either. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** As the services themselves sign: `x-timestamp` in seconds, within five minutes, and `x-signature`. */
export function verifyWebhookSignature(
  key: string,
  raw: Buffer,
  timestamp: string,
  signature: string,
): boolean {
  const isSame = isSameSecret(signatureOf(key, timestamp, raw.toString('utf8')), signature);
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  return isSame && /^\d{1,12}$/.test(timestamp) && age <= MAX_SIGNATURE_AGE_S;
}
