import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { FormSession } from '../session.ts';
import { useFormSession } from '../useSession.ts';

/** What a panel says beside an item of the form: a number, or that it is left out. */
export interface Note {
  text: string;
  tone?: 'warning';
}
/** By the pointers of the items. */
export type Notes = Readonly<Record<string, Note>>;

interface Board {
  notes: Notes;
  listeners: Set<() => void>;
}

const boards = new WeakMap<FormSession, Board>();

function boardOf(session: FormSession): Board {
  const board = boards.get(session) ?? { notes: {}, listeners: new Set() };
  boards.set(session, board);
  return board;
}

/** For panels: says something beside items of the form around, until the panel goes. The object must be a stable one. */
export function usePublishNotes(notes: Notes): void {
  const board = boardOf(useFormSession());
  useEffect(() => {
    const say = (next: Notes): void => {
      board.notes = next;
      for (const listener of board.listeners) listener();
    };
    say(notes);
    return () => say({});
  }, [board, notes]);
}

/** What is said beside the item at a pointer. */
export function useNote(pointer: string): Note | undefined {
  const board = boardOf(useFormSession());
  const subscribe = useCallback(
    (listener: () => void) => {
      board.listeners.add(listener);
      return () => board.listeners.delete(listener);
    },
    [board],
  );
  return useSyncExternalStore(subscribe, () => board.notes[pointer]);
}
