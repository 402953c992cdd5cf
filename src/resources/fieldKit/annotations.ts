import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { FormSession } from './session.ts';
import { useFormSession } from './useSession.ts';

/** A note that a panel shows beside an item of the form, such as a number. */
export interface ItemAnnotation {
  text: string;
  tone?: 'warning';
}
/** Annotations by item pointer. */
export type ItemAnnotations = Readonly<Record<string, ItemAnnotation>>;

interface AnnotationStore {
  annotations: ItemAnnotations;
  listeners: Set<() => void>;
}

const stores = new WeakMap<FormSession, AnnotationStore>();

function getStore(session: FormSession): AnnotationStore {
  const store = stores.get(session) ?? { annotations: {}, listeners: new Set() };
  stores.set(session, store);
  return store;
}

/**
 * For panels: shows annotations beside items of the form until the panel unmounts. The object must be stable.
 */
export function usePublishAnnotations(annotations: ItemAnnotations): void {
  const store = getStore(useFormSession());
  useEffect(() => {
    const publish = (next: ItemAnnotations): void => {
      store.annotations = next;
      for (const listener of store.listeners) listener();
    };
    publish(annotations);
    return () => publish({});
  }, [store, annotations]);
}

/** The annotation of the item at a pointer. */
export function useItemAnnotation(pointer: string): ItemAnnotation | undefined {
  const store = getStore(useFormSession());
  const subscribe = useCallback(
    (listener: () => void) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => store.annotations[pointer]);
}
