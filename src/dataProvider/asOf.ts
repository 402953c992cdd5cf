/** As of when the last answers are that a replica of the database gave, by what they are of. */
const moments = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * Notes as of when an answer is; one without a word of it is as of now.
 * @param area what it is of: `dashboard`, `history`, the name of an entity
 */
export function noteAsOf(area: string, headers: Headers): void {
  const at = headers.get('x-as-of');
  if ((moments.get(area) ?? null) === at) return;
  if (at === null) moments.delete(area);
  else moments.set(area, at);
  for (const tell of listeners) tell();
}

/** As of when the last answer of an area is, ISO 8601; undefined where it is as of now. */
export const findAsOf = (area: string): string | undefined => moments.get(area);

/** @returns what ends it */
export function subscribeToAsOf(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
