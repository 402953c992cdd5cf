import { useSyncExternalStore } from 'react';
import type { OneTimeSecret } from '../dataProvider/oneTimeSecrets.ts';

let queue: readonly OneTimeSecret[] = [];
const listeners = new Set<() => void>();
const setQueue = (next: readonly OneTimeSecret[]): void => {
  queue = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a secret that cannot be fetched again; several are shown one after the other. */
export const revealOnce = (secret: OneTimeSecret): void => setQueue([...queue, secret]);
/** Closes the current secret. */
export const dismissSecret = (): void => setQueue(queue.slice(1));
/** Resolves once no secret is shown: a dialog that opened meanwhile would cover it. */
export const whenSecretsDismissed = (): Promise<void> =>
  new Promise((resolve) => {
    if (queue.length === 0) return resolve();
    const stop = subscribe(() => {
      if (queue.length > 0) return;
      stop();
      resolve();
    });
  });
/** The secret to show now. */
export const useCurrentSecret = (): OneTimeSecret | undefined =>
  useSyncExternalStore(subscribe, () => queue[0]);
