import { randomFillSync } from 'node:crypto';

const POOL = Buffer.alloc(16 * 256);
let used = POOL.length;
let last = 0;
let sequence = 0;

/** A UUID of version 7 (RFC 9562): ids of one process grow, also within a millisecond, and cannot be guessed. */
export function newId(): string {
  if (used >= POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  const bytes = POOL.subarray(used, (used += 16));
  const now = Date.now();
  if (now > last) {
    last = now;
    sequence = bytes.readUInt16BE(6) & 0x07ff;
  } else if (++sequence > 0x0fff) {
    last++;
    sequence = 0;
  }
  bytes.writeUIntBE(last, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
