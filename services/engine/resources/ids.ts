import { randomUUID } from 'node:crypto';

/** The millisecond of the last id, as a number and as the id's first two groups; and the id's third group. */
let lastMillisecond = 0;
let timeGroups = '';
let thirdGroup = 0;

/** A UUID of version 7 (RFC 9562): ids of one process grow, also within a millisecond, and cannot be guessed. */
export function newId(): string {
  // Node takes random bytes from the system for many of them at once.
  const random = randomUUID();
  const now = Date.now();
  thirdGroup += 1;
  if (now > lastMillisecond || thirdGroup > 0x7fff) {
    lastMillisecond = Math.max(now, lastMillisecond + 1);
    // The lower half, so that as many more fit into the millisecond.
    thirdGroup = 0x7000 | (Number.parseInt(random.slice(0, 3), 16) & 0x07ff);
    timeGroups = lastMillisecond.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-');
  }
  return `${timeGroups}-${thirdGroup.toString(16)}-${random.slice(19)}`;
}
