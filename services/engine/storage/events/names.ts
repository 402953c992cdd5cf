import { createHash } from 'node:crypto';

/** Characters that PostgreSQL keeps of a name. */
const MOST = 63;

/** A name that is not cut off: of one that is too long the end gives way to what tells it from others. */
export function shortName(name: string): string {
  if (name.length <= MOST) return name;
  return `${name.slice(0, MOST - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
