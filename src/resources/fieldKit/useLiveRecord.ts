import { startTransition, use, useEffect, useMemo, useState } from 'react';
import { fieldAt } from '../../../schemas/model/fields.ts';
import { valueAt } from '../../../schemas/model/pointer.ts';
import type { FieldErrors, FieldModel, FormMode, JsonObject } from '../../../schemas/model/types.ts';
import { RevealContext } from './panelStatus.ts';
import type { FormSession } from './session.ts';
import { unparsedErrors } from './unparsed.ts';
import { useFormSession, useSessionValue } from './useSession.ts';

/** The form's record for panels. */
export interface LiveRecord {
  /** The current values, slightly behind typing. */
  values: JsonObject;
  fields: FieldModel[];
  mode: FormMode;
  /** There is unsaved input. */
  dirty: boolean;
  /** The shown errors, by pointer. */
  shownErrors: FieldErrors;
  /** Reveals the field at a pointer. */
  reveal: (pointer: string) => void;
}

/** A form's current record, updated in a transition when typing pauses. */
export function useDeferredRecord(session: FormSession): JsonObject {
  const [values, setValues] = useState(() => session.withDerived());
  useEffect(() => {
    const update = (): void => startTransition(() => setValues(session.withDerived()));
    update();
    return session.subscribeDeferred(update);
  }, [session]);
  return values;
}

/**
 * The record of the surrounding form, also during typing; it may lag behind, so that typing stays fast.
 */
export function useLiveRecord(): LiveRecord {
  const session = useFormSession();
  const values = useDeferredRecord(session);
  const revealInFrame = use(RevealContext);
  const dirty = useSessionValue((one) => one.dirty);
  const shownErrors = useSessionValue((one) => one.errors);
  return useMemo(
    () => ({
      values,
      dirty,
      shownErrors,
      fields: session.settings.fields,
      mode: session.settings.mode,
      reveal: (pointer) => revealInFrame(() => session.reveal(pointer)),
    }),
    [values, dirty, shownErrors, session, revealInFrame],
  );
}

/** All errors of the current record by pointer, including those not shown yet. */
export function useLiveErrors(): FieldErrors {
  const session = useFormSession();
  const values = useDeferredRecord(session);
  return useMemo(() => ({ ...session.validateCached(values), ...unparsedErrors(values) }), [session, values]);
}

/**
 * Missing values of untouched fields: titles by pointer. They are presented as to-dos rather than errors until the
 * field is left or the form submitted.
 */
export function useMissingValues(): FieldErrors {
  const errors = useLiveErrors();
  const { values, shownErrors, fields } = useLiveRecord();
  const text = JSON.stringify(
    Object.keys(errors)
      .filter((pointer) => !(pointer in shownErrors) && isBlank(valueAt(values, pointer)))
      .map((pointer) => [pointer, fieldAt(fields, pointer, values)?.title ?? '']),
  );
  // A stable object while the same values are missing.
  return useMemo(() => Object.fromEntries(JSON.parse(text) as [string, string][]), [text]);
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Validates other values as the surrounding form would, such as the record on another platform. Expensive: it
 * validates everything.
 */
export const useLiveValidation = (): ((values: JsonObject) => FieldErrors) =>
  useFormSession().settings.validate;
