import { createHash } from 'node:crypto';

/** PostgreSQL truncates longer names. */
const MAX_IDENTIFIER_BYTES = 63;

/** A name that PostgreSQL does not truncate: the end of a longer one is replaced by a hash. */
export function truncateIdentifier(name: string): string {
  if (name.length <= MAX_IDENTIFIER_BYTES) return name;
  return `${name.slice(0, MAX_IDENTIFIER_BYTES - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
