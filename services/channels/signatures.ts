import { createHash, timingSafeEqual } from 'node:crypto';
import { signatureOf } from '../engine/outbound/webhooks/signature.ts';

/** Takes the place of a secret that a channel lacks, so that its absence takes as long as a wrong signature. */
export const NO_SECRET = 'nobody-knows-this-secret';

/** Seconds that the time of a signed call may be away from ours. */
const MOST_AGE = 300;

/** Whether two texts are the same, in a time that tells nothing of either. */
export function sameText(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** As the services themselves sign: `x-timestamp` in seconds, within five minutes, and `x-signature`. */
export function signsAsOurs(key: string, raw: Buffer, timestamp: string, signature: string): boolean {
  const isSame = sameText(signatureOf(key, timestamp, raw.toString('utf8')), signature);
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  return isSame && /^\d{1,12}$/.test(timestamp) && age <= MOST_AGE;
}
