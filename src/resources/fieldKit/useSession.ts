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

/** Subscribes to what `select` returns, which must be a primitive or a stable object. */
export function useSessionValue<T>(select: (session: FormSession) => T): T {
  const session = useFormSession();
  return useSyncExternalStore(session.subscribe, () => select(session));
}

/** The value at a path, as last notified. */
export const useValueAt = (path: Path): unknown => useSessionValue((session) => session.read(path));

/** Whether the form is read-only, which may change with a newer version of the record. */
export const useIsReadOnly = (): boolean => useSessionValue(({ settings }) => settings.readOnly === true);

/**
 * The error at a pointer; `includeNestedErrors` falls back to the first nested one, for inputs of several values.
 */
export const useFieldError = (pointer: string, includeNestedErrors = false): string | undefined =>
  useSessionValue(({ errors }) => {
    const own = errors[pointer];
    if (own !== undefined || !includeNestedErrors) return own;
    const inside = Object.keys(errors).find((at) => isWithin(at, pointer));
    return inside === undefined ? undefined : errors[inside];
  });

/** Count of shown errors at or below these pointers. */
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

/** Evaluates a field's conditions, mode and access. `holder` is the object that contains it. */
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

/** The state of the field at `path`; rerenders only when it changes. */
export function useFieldState(field: FieldModel, path: Path): FieldState {
  const holder = holderPath(path);
  const text = useSessionValue((session) => JSON.stringify(fieldState(field, session.read(holder), session)));
  return JSON.parse(text) as FieldState;
}

/** Path of the object that contains a field; for a list item, of the object that contains the list. */
function holderPath(path: Path): Path {
  const last = path.at(-1);
  return path.slice(0, typeof last === 'number' ? -2 : -1);
}

/**
 * A `key` for editors with state beyond the value, such as incomplete rows: it changes when a reset
 * (`FormSession.reset`) changed the value at `path`.
 */
export function useRemountKey(path: Path): number {
  const session = useFormSession();
  const round = useSessionValue((one) => one.resetCount);
  const [seen, setSeen] = useState({ round, key: 0 });
  if (seen.round !== round) {
    const toText = (held: unknown): string => JSON.stringify(held ?? null);
    const isSame = toText(valueAt(session.valuesBeforeReset, pointerOf(path))) === toText(session.read(path));
    setSeen({ round, key: isSame ? seen.key : seen.key + 1 });
  }
  return seen.key;
}

/** Calls `open` when a field at or below one of the pointers is revealed. */
export function useReveal(pointers: string[], open: (pointer: string) => void): void {
  const revealed = useSessionValue((session) => session.revealPointer);
  const inside = revealed !== undefined && pointers.some((base) => isWithin(revealed, base));
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (inside) latest.current(revealed);
  }, [inside, revealed]);
}

/** Scrolls to the field and focuses it when it is revealed. */
export function useRevealFocus(path: Path, find?: () => HTMLElement | null): void {
  const session = useFormSession();
  const pointer = pointerOf(path);
  const isRevealed = useSessionValue(({ revealPointer }) => revealPointer === pointer);
  useEffect(() => {
    if (!isRevealed) return;
    const element = find ? find() : document.getElementById(session.id(path));
    if (!element) return;
    session.reveal(undefined);
    // Scroll to the start of elements taller than half the screen, so that their label and error are visible.
    const isHigh = element.offsetHeight > window.innerHeight / 2;
    element.scrollIntoView?.({ block: isHigh ? 'start' : 'center' });
    element.focus({ preventScroll: true });
  });
}

/** Id of the form element, for buttons outside of it. */
export const formId = (idPrefix: string): string => `${idPrefix}-form`;
