import { createContext, useContext, useRef, useState } from 'react';
import { childFields } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';
import { newItem } from './firstItems.ts';
import { type Path, pointerOf } from './pointers.ts';
import { type ListMemory } from './session.ts';
import { useFormSession, useReveal } from './useSession.ts';
import { shapeLikeSiblings } from './shapeLikeSiblings.ts';
import { insertAt, moveItem, placeAfterMove, removeAt } from './listOperations.ts';

/** Stable name of the place of a field: unlike its path it does not change when items move. */
export const StablePlaceContext = createContext('');

export interface RemovedItem {
  value: Json;
  key: number;
  index: number;
}

/** What a presentation of a list works with. */
export interface ListEditor {
  keys: readonly number[];
  /** Index of the open item. */
  open: number | undefined;
  setOpen: (index: number | undefined) => void;
  /** Adds an item at the end, of this variant where items have some, and opens it. */
  add: (variant?: string) => void;
  /** Puts other items in the place of all; those at the same place stay the same to what draws them. */
  replace: (items: Json[]) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
  /** The item removed last, until it is put back or `forget` is called. */
  removed: RemovedItem | undefined;
  undo: () => void;
  /** Where the focus is to go, told once. */
  takeFocus: () => FocusTarget | undefined;
  forget: () => void;
}

/** Where the focus belongs once a change of the list is drawn. */
export interface FocusTarget {
  index: number;
  /** `item`: what was added; `neighbour`: what is now where an item was removed. */
  kind: 'item' | 'neighbour';
}

let nextKey = 1;

/** Operations on one list of the form. Values are read fresh from the form, never from the last drawing. */
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
  const memory = listMemory(session.listMemories, place, items.length, startOpen);
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
    memory.open = open;
    redraw((count) => count + 1);
  };
  const change = (edit: (now: Json[]) => Json[], keys: number[], open: number | undefined): void => {
    const now = session.read(latest.current);
    memory.keys = keys;
    memory.open = open;
    session.itemsMoved(pointerOf(latest.current));
    session.setValue(latest.current, edit(Array.isArray(now) ? (now as Json[]) : []));
    redraw((count) => count + 1);
  };

  return {
    keys: memory.keys,
    open: memory.open,
    setOpen,
    add: (variant) => {
      const at = memory.keys.length;
      const now = session.read(latest.current);
      const siblings = Array.isArray(now) ? (now as Json[]) : [];
      const made = shapeLikeSiblings(field, newItem(field.item, variant), siblings, newItem);
      focus.current = { index: at, kind: 'item' };
      change((held) => [...held, made], [...memory.keys, nextKey++], at);
      session.reveal(pointerOf([...latest.current, at, ...firstInput(field.item, made)]));
    },
    replace: (items) => {
      const keys = items.map((_, at) => memory.keys[at] ?? nextKey++);
      change(() => items, keys, memory.open);
    },
    duplicate: (index) => {
      focus.current = { index: index + 1, kind: 'item' };
      change(
        (now) => insertAt(now, index + 1, copyOf(field.item, now[index] ?? null)),
        insertAt(memory.keys, index + 1, nextKey++),
        index + 1,
      );
    },
    remove: (index) => {
      const now = session.read(latest.current) as Json[];
      setRemoved({ value: now[index] ?? null, key: memory.keys[index] ?? nextKey++, index });
      focus.current = { index, kind: 'neighbour' };
      const { open } = memory;
      const stays = open === undefined || open === index ? undefined : open > index ? open - 1 : open;
      change((list) => removeAt(list, index), removeAt(memory.keys, index), stays);
    },
    move: (from, to) => {
      if (to < 0 || to >= memory.keys.length || from === to) return;
      const open = memory.open === undefined ? undefined : placeAfterMove(memory.open, from, to);
      change((now) => moveItem(now, from, to), moveItem(memory.keys, from, to), open);
    },
    takeFocus: () => {
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
      change((now) => insertAt(now, index, value), insertAt(memory.keys, index, key), index);
    },
    forget: () => setRemoved(undefined),
  };
}

function listMemory(
  lists: Map<string, ListMemory>,
  place: string,
  length: number,
  startOpen: number | undefined,
): ListMemory {
  const known = lists.get(place);
  const memory = known ?? { keys: [], open: startOpen };
  if (!known) lists.set(place, memory);
  while (memory.keys.length < length) memory.keys.push(nextKey++);
  if (memory.keys.length > length) memory.keys = memory.keys.slice(0, length);
  return memory;
}

/** Path from a new item to its first field that can be typed in. */
function firstInput(item: FieldModel | undefined, value: Json): Path {
  if (!item || value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  const first = childFields(item, value).find(
    (field) => field.constant === undefined && !field.readOnly && field.visibleWhen === undefined,
  );
  return first ? [first.name] : [];
}

/** A copy is a thing of its own: it gets no ids of the original's parts. */
export function copyOf(field: FieldModel | undefined, value: Json): Json {
  if (Array.isArray(value)) return value.map((entry) => copyOf(field?.item, entry));
  if (!field || value === null || typeof value !== 'object') return structuredClone(value);
  const copy: JsonObject = { ...value };
  for (const inner of childFields(field, value)) {
    const held = value[inner.name];
    if (inner.name === 'id' && !inner.required) delete copy[inner.name];
    else if (held !== undefined) copy[inner.name] = copyOf(inner, held);
  }
  return copy;
}

export const useStablePlace = (): string => useContext(StablePlaceContext);
