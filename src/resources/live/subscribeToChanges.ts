import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';

const BATCH_DELAY_MS = 300;

/**
 * Calls `onChange` when records of one of the entities have changed, or may have while there was no connection; a burst
 * of changes is one call.
 * @param delayMs from the first change to the call
 * @returns `schedule` requests a call; `stop` unsubscribes and cancels a pending call
 */
export function subscribeToChanges(
  entities: readonly string[],
  onChange: () => void,
  delayMs = BATCH_DELAY_MS,
): { schedule: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, delayMs);
  };
  const onMessage = (json: unknown): void => {
    if (entities.includes((json as { entity?: string }).entity ?? '')) schedule();
  };
  const stops = [
    subscribe('record.changed', onMessage),
    subscribe('entity.changed', onMessage),
    subscribe('resync', schedule),
  ];
  const stop = (): void => {
    clearTimeout(timer);
    for (const one of stops) one();
  };
  return { schedule, stop };
}

/** Invalidates a query key whenever records of the entity change. @param wait as of `subscribeToChanges` */
export function useRefetchOnChanges(entity: string, key: QueryKey, wait?: number): void {
  const client = useQueryClient();
  const keyJson = JSON.stringify(key);
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: JSON.parse(keyJson) as QueryKey });
    return subscribeToChanges([entity], refetch, wait).stop;
  }, [client, entity, keyJson, wait]);
}
