import { randomUUID } from 'node:crypto';

/** Of the last id: its millisecond, also as the id's first two groups, and its third group. */
let lastMillisecond = 0;
let timeGroups = '';
let thirdGroup = 0;

/** A UUID of version 7 (RFC 9562): ids of one process grow, also within a millisecond, and cannot be guessed. */
export function newId(): string {
  // `randomUUID` is fast: Node buffers random bytes.
  const random = randomUUID();
  const now = Date.now();
  thirdGroup += 1;
  if (now > lastMillisecond || thirdGroup > 0x7fff) {
    lastMillisecond = Math.max(now, lastMillisecond + 1);
    // Starts in the lower half, so that at least 2048 more ids fit into the millisecond.
    thirdGroup = 0x7000 | (Number.parseInt(random.slice(0, 3), 16) & 0x07ff);
    timeGroups = lastMillisecond.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-');
  }
  return `${timeGroups}-${thirdGroup.toString(16)}-${random.slice(19)}`;
}
