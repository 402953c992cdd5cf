import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { FormSession } from './session.ts';
import { useFormSession } from './useSession.ts';

/** What a panel says beside an item of the form: a number, or that it is left out. */
export interface ItemAnnotation {
  text: string;
  tone?: 'warning';
}
/** By the pointers of the items. */
export type ItemAnnotations = Readonly<Record<string, ItemAnnotation>>;

interface AnnotationStore {
  notes: ItemAnnotations;
  listeners: Set<() => void>;
}

const stores = new WeakMap<FormSession, AnnotationStore>();

function storeOf(session: FormSession): AnnotationStore {
  const board = stores.get(session) ?? { notes: {}, listeners: new Set() };
  stores.set(session, board);
  return board;
}

/** For panels: says something beside items of the form around, until the panel goes. The object must be a stable one. */
export function usePublishAnnotations(notes: ItemAnnotations): void {
  const board = storeOf(useFormSession());
  useEffect(() => {
    const say = (next: ItemAnnotations): void => {
      board.notes = next;
      for (const listener of board.listeners) listener();
    };
    say(notes);
    return () => say({});
  }, [board, notes]);
}

/** What is said beside the item at a pointer. */
export function useItemAnnotation(pointer: string): ItemAnnotation | undefined {
  const board = storeOf(useFormSession());
  const subscribe = useCallback(
    (listener: () => void) => {
      board.listeners.add(listener);
      return () => board.listeners.delete(listener);
    },
    [board],
  );
  return useSyncExternalStore(subscribe, () => board.notes[pointer]);
}
