import { createHash, randomBytes } from 'node:crypto';

const MAX_TIME_MS = Date.UTC(10_000, 0);

/**
 * The id of an event: a UUID whose first 48 bits are its time, so that the id tells the partition. The rest is a hash of
 * the key (version 8) or random (version 7).
 * @param at milliseconds since 1970
 * @param key the values of the key's fields; the same key at the same time is the same event
 */
export function eventId(at: number, key?: readonly unknown[]): string {
  const rest = key ? createHash('sha256').update(JSON.stringify(key)).digest() : randomBytes(10);
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(at, 0, 6);
  rest.copy(bytes, 6, 0, 10);
  bytes[6] = (key ? 0x80 : 0x70) | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The time in an event's id, ISO 8601; undefined if `id` cannot be an event's id. */
export function timeOfEvent(id: string): string | undefined {
  const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-[78]/.exec(id) ?? [];
  const at = Number.parseInt(high + low, 16);
  return at < MAX_TIME_MS ? new Date(at).toISOString() : undefined;
}
