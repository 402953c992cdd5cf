import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';

/** Milliseconds that changes wait for others before anybody looks. */
const GATHER_MS = 300;

/**
 * Calls `heard` once records of one of the entities have changed, or may have while nothing could be heard; what comes
 * in a burst is one call.
 * @param wait milliseconds from the first change to the call
 * @returns `schedule` has it called for another reason as well; `stop` ends it, and a call that was to come
 */
export function subscribeToChanges(
  entities: readonly string[],
  heard: () => void,
  wait = GATHER_MS,
): { schedule: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      heard();
    }, wait);
  };
  const ofOwn = (json: unknown): void => {
    if (entities.includes((json as { entity?: string }).entity ?? '')) schedule();
  };
  const stops = [
    subscribe('record.changed', ofOwn),
    subscribe('entity.changed', ofOwn),
    subscribe('resync', schedule),
  ];
  const stop = (): void => {
    clearTimeout(timer);
    for (const one of stops) one();
  };
  return { schedule, stop };
}

/** Asks anew for what is kept under a key whenever records of the entity change. @param wait as of `subscribeToChanges` */
export function useRefetchOnChanges(entity: string, key: QueryKey, wait?: number): void {
  const client = useQueryClient();
  const told = JSON.stringify(key);
  useEffect(() => {
    const look = () => void client.invalidateQueries({ queryKey: JSON.parse(told) as QueryKey });
    return subscribeToChanges([entity], look, wait).stop;
  }, [client, entity, told, wait]);
}
