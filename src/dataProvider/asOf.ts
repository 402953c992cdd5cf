/** Timestamps of the replica's data behind the latest responses, by area. */
const timestamps = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * Records how fresh a response is, by its `x-as-of` header; without the header it is up to date.
 * @param area `dashboard`, `history` or the name of an entity
 */
export function recordAsOf(area: string, headers: Headers): void {
  const at = headers.get('x-as-of');
  if ((timestamps.get(area) ?? null) === at) return;
  if (at === null) timestamps.delete(area);
  else timestamps.set(area, at);
  for (const notify of listeners) notify();
}

/** The timestamp of the data in an area's latest response, ISO 8601; undefined where it is up to date. */
export const findAsOf = (area: string): string | undefined => timestamps.get(area);

/** @returns unsubscribe */
export function subscribeToAsOf(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
