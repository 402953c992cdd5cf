import { useSyncExternalStore } from 'react';
import type { OneTimeSecret } from '../dataProvider/oneTimeSecrets.ts';

let waiting: readonly OneTimeSecret[] = [];
const listeners = new Set<() => void>();
const set = (next: readonly OneTimeSecret[]): void => {
  waiting = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows something that cannot be asked for again; several are shown one after the other. */
export const showOnce = (once: OneTimeSecret): void => set([...waiting, once]);
/** Forgets the one that is shown. */
export const dropOnce = (): void => set(waiting.slice(1));
/** Resolves once nothing is shown any more: a dialog that opened meanwhile would lie above it. */
export const whenSeen = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.length === 0) return resolve();
    const stop = subscribe(() => {
      if (waiting.length > 0) return;
      stop();
      resolve();
    });
  });
/** The one to show now. */
export const useOnce = (): OneTimeSecret | undefined => useSyncExternalStore(subscribe, () => waiting[0]);
