import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { activeLimits } from '../../../schemas/model/textLength.ts';
import { matches } from '../../../schemas/model/match.ts';
import { valueAt } from '../../../schemas/model/pointer.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { isRequired } from '../../../schemas/model/validate.ts';
import { isWithin, type Path, pointerOf } from './pointers.ts';
import { type FormSession } from './session.ts';

export const FormSessionContext = createContext<FormSession | undefined>(undefined);

export function useFormSession(): FormSession {
  const session = useContext(FormSessionContext);
  if (!session) throw new Error('This component belongs inside a RecordForm.');
  return session;
}

/** What `select` reads of the session, redrawn when it changes. It must return a plain value or a stable object. */
export function useSessionValue<T>(select: (session: FormSession) => T): T {
  const session = useFormSession();
  return useSyncExternalStore(session.subscribe, () => select(session));
}

/** The value at a path, as it is drawn by now. */
export const useValueAt = (path: Path): unknown => useSessionValue((session) => session.read(path));

/** Whether the record is only looked at; with a newer state of it that may be another answer. */
export const useIsReadOnly = (): boolean => useSessionValue(({ settings }) => settings.readOnly === true);

/** The error at a pointer; `includeNestedErrors` falls back to the first one inside, for inputs that hold several values. */
export const useFieldError = (pointer: string, includeNestedErrors = false): string | undefined =>
  useSessionValue(({ errors }) => {
    const own = errors[pointer];
    if (own !== undefined || !includeNestedErrors) return own;
    const inside = Object.keys(errors).find((at) => isWithin(at, pointer));
    return inside === undefined ? undefined : errors[inside];
  });

/** How many faults are shown at or inside any of these pointers. */
export const useErrorCount = (pointers: string[]): number =>
  useSessionValue(({ errors }) => {
    const places = Object.keys(errors);
    return places.length === 0
      ? 0
      : places.filter((at) => pointers.some((base) => isWithin(at, base))).length;
  });

export interface FieldState {
  visible: boolean;
  required: boolean;
  readOnly: boolean;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** What conditions, mode and access make of a field now. `holder` is the object that holds it. */
export function fieldState(field: FieldModel, holder: unknown, session: FormSession): FieldState {
  const context = session.context();
  const { mode, can, readOnly } = session.settings;
  const { minLength, maxLength, minItems, maxItems } = activeLimits(field, holder, context);
  return {
    visible:
      field.mode[mode] !== 'hidden' && can(field.access.read) && matches(field.visibleWhen, holder, context),
    required: isRequired(field, holder, context),
    readOnly:
      readOnly === true ||
      field.readOnly ||
      field.mode[mode] === 'read' ||
      !can(field.access.write) ||
      (field.readOnlyWhen !== undefined && matches(field.readOnlyWhen, holder, context)),
    minLength,
    maxLength,
    minItems,
    maxItems,
  };
}

/** The state of the field at `path`, redrawn only when it differs. */
export function useFieldState(field: FieldModel, path: Path): FieldState {
  const holder = holderPath(path);
  const text = useSessionValue((session) => JSON.stringify(fieldState(field, session.read(holder), session)));
  return JSON.parse(text) as FieldState;
}

/** Path of the object that holds a field; an item of a list has the list's holder. */
function holderPath(path: Path): Path {
  const last = path.at(-1);
  return path.slice(0, typeof last === 'number' ? -2 : -1);
}

/**
 * A key for an editor that keeps more than the value, such as rows without a name: another one once the form began with
 * another value at `path` (`FormSession.begin`).
 */
export function useRemountKey(path: Path): number {
  const session = useFormSession();
  const round = useSessionValue((one) => one.round);
  const [seen, setSeen] = useState({ round, key: 0 });
  if (seen.round !== round) {
    const textOf = (held: unknown): string => JSON.stringify(held ?? null);
    const isSame = textOf(valueAt(session.before, pointerOf(path))) === textOf(session.read(path));
    setSeen({ round, key: isSame ? seen.key : seen.key + 1 });
  }
  return seen.key;
}

/** Opens what `pointer` names when a field inside it is to be brought into view. */
export function useReveal(pointers: string[], open: (pointer: string) => void): void {
  const revealed = useSessionValue((session) => session.revealed);
  const inside = revealed !== undefined && pointers.some((base) => isWithin(revealed, base));
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (inside) latest.current(revealed);
  }, [inside, revealed]);
}

/** Moves the focus to the element when exactly its pointer is to be brought into view. */
export function useRevealFocus(path: Path, find?: () => HTMLElement | null): void {
  const session = useFormSession();
  const pointer = pointerOf(path);
  const here = useSessionValue(({ revealed }) => revealed === pointer);
  useEffect(() => {
    if (!here) return;
    const element = find ? find() : document.getElementById(session.id(path));
    if (!element) return;
    session.reveal(undefined);
    // Of what is higher than half the screen its beginning is seen, with what is said of it.
    const isHigh = element.offsetHeight > window.innerHeight / 2;
    element.scrollIntoView?.({ block: isHigh ? 'start' : 'center' });
    element.focus({ preventScroll: true });
  });
}

/** Id of the form, for buttons that stand outside of it. */
export const formId = (idPrefix: string): string => `${idPrefix}-form`;
