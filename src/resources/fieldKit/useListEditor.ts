import { createContext, useContext, useRef, useState } from 'react';
import { childFields } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';
import { newItem } from './buildDefaults.ts';
import { type Path, pointerOf } from './pointers.ts';
import { type ListState } from './session.ts';
import { useFormSession, useReveal } from './useSession.ts';
import { shapeLikeSiblings } from './shapeLikeSiblings.ts';
import { insertAt, moveItem, placeAfterMove, removeAt } from './listOperations.ts';

/** A field's stable id: unlike its path it does not change when items move. */
export const StablePlaceContext = createContext('');

export interface RemovedItem {
  value: Json;
  key: number;
  index: number;
}

/** Operations for list views. */
export interface ListEditor {
  keys: readonly number[];
  /** Index of the open item. */
  open: number | undefined;
  setOpen: (index: number | undefined) => void;
  /** Appends an item, of this variant where items have variants, and opens it. */
  add: (variant?: string) => void;
  /** Replaces all items; items keep their keys by index. */
  replace: (items: Json[]) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
  /** The last removed item, until `undo` or `clearRemoved`. */
  removed: RemovedItem | undefined;
  undo: () => void;
  /** Returns and clears the pending focus target. */
  consumeFocusTarget: () => FocusTarget | undefined;
  clearRemoved: () => void;
}

/** Where to move the focus after a change of the list is rendered. */
export interface FocusTarget {
  index: number;
  /** `item`: the added item; `neighbour`: the item now at the index of a removed one. */
  kind: 'item' | 'neighbour';
}

let nextKey = 1;

/** Operations on one list of the form. They read the current values from the session, not those of the last render. */
export function useListEditor(
  field: FieldModel,
  path: Path,
  items: readonly unknown[],
  place: string,
  startOpen: number | undefined,
): ListEditor {
  const session = useFormSession();
  const [, redraw] = useState(0);
  const [removed, setRemoved] = useState<RemovedItem>();
  const state = getListState(session.listStates, place, items.length, startOpen);
  const focus = useRef<FocusTarget>(undefined);
  const latest = useRef(path);
  latest.current = path;
  const pointer = pointerOf(path);

  useReveal([pointer], (target) => {
    const index = Number(target.slice(pointer.length + 1).split('/')[0]);
    if (target !== pointer && Number.isInteger(index)) setOpen(index);
  });

  const setOpen = (open: number | undefined): void => {
    session.flushTyping();
    state.open = open;
    redraw((count) => count + 1);
  };
  const applyChange = (edit: (now: Json[]) => Json[], keys: number[], open: number | undefined): void => {
    const now = session.read(latest.current);
    state.keys = keys;
    state.open = open;
    session.itemsMoved(pointerOf(latest.current));
    session.setValue(latest.current, edit(Array.isArray(now) ? (now as Json[]) : []));
    redraw((count) => count + 1);
  };

  return {
    keys: state.keys,
    open: state.open,
    setOpen,
    add: (variant) => {
      const at = state.keys.length;
      const now = session.read(latest.current);
      const siblings = Array.isArray(now) ? (now as Json[]) : [];
      const newValue = shapeLikeSiblings(field, newItem(field.item, variant), siblings, newItem);
      focus.current = { index: at, kind: 'item' };
      applyChange((held) => [...held, newValue], [...state.keys, nextKey++], at);
      session.reveal(pointerOf([...latest.current, at, ...findFirstInput(field.item, newValue)]));
    },
    replace: (items) => {
      const keys = items.map((_, at) => state.keys[at] ?? nextKey++);
      applyChange(() => items, keys, state.open);
    },
    duplicate: (index) => {
      focus.current = { index: index + 1, kind: 'item' };
      applyChange(
        (now) => insertAt(now, index + 1, copyWithoutIds(field.item, now[index] ?? null)),
        insertAt(state.keys, index + 1, nextKey++),
        index + 1,
      );
    },
    remove: (index) => {
      const now = session.read(latest.current) as Json[];
      setRemoved({ value: now[index] ?? null, key: state.keys[index] ?? nextKey++, index });
      focus.current = { index, kind: 'neighbour' };
      const { open } = state;
      const openAfter = open === undefined || open === index ? undefined : open > index ? open - 1 : open;
      applyChange((list) => removeAt(list, index), removeAt(state.keys, index), openAfter);
    },
    move: (from, to) => {
      if (to < 0 || to >= state.keys.length || from === to) return;
      const open = state.open === undefined ? undefined : placeAfterMove(state.open, from, to);
      applyChange((now) => moveItem(now, from, to), moveItem(state.keys, from, to), open);
    },
    consumeFocusTarget: () => {
      const target = focus.current;
      focus.current = undefined;
      return target;
    },
    removed,
    undo: () => {
      if (!removed) return;
      const { index, key, value } = removed;
      setRemoved(undefined);
      focus.current = { index, kind: 'item' };
      applyChange((now) => insertAt(now, index, value), insertAt(state.keys, index, key), index);
    },
    clearRemoved: () => setRemoved(undefined),
  };
}

function getListState(
  lists: Map<string, ListState>,
  place: string,
  length: number,
  startOpen: number | undefined,
): ListState {
  const known = lists.get(place);
  const state = known ?? { keys: [], open: startOpen };
  if (!known) lists.set(place, state);
  while (state.keys.length < length) state.keys.push(nextKey++);
  if (state.keys.length > length) state.keys = state.keys.slice(0, length);
  return state;
}

/** Path from a new item to its first editable field. */
function findFirstInput(item: FieldModel | undefined, value: Json): Path {
  if (!item || value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  const first = childFields(item, value).find(
    (field) => field.constant === undefined && !field.readOnly && field.visibleWhen === undefined,
  );
  return first ? [first.name] : [];
}

/** Deep copy without generated ids, which must stay unique. */
export function copyWithoutIds(field: FieldModel | undefined, value: Json): Json {
  if (Array.isArray(value)) return value.map((entry) => copyWithoutIds(field?.item, entry));
  if (!field || value === null || typeof value !== 'object') return structuredClone(value);
  const copy: JsonObject = { ...value };
  for (const inner of childFields(field, value)) {
    const held = value[inner.name];
    if (inner.name === 'id' && !inner.required) delete copy[inner.name];
    else if (held !== undefined) copy[inner.name] = copyWithoutIds(inner, held);
  }
  return copy;
}

export const useStablePlace = (): string => useContext(StablePlaceContext);
