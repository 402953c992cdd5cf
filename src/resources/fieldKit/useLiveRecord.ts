import { startTransition, use, useEffect, useMemo, useState } from 'react';
import { fieldAt } from '../../../schemas/model/fields.ts';
import { valueAt } from '../../../schemas/model/pointer.ts';
import type { FieldErrors, FieldModel, FormMode, JsonObject } from '../../../schemas/model/types.ts';
import { RevealContext } from './panelStatus.ts';
import type { FormSession } from './session.ts';
import { unparsedErrors } from './unparsed.ts';
import { useFormSession, useSessionValue } from './useSession.ts';

/** What something beside a form sees of it. */
export interface LiveRecord {
  /** The record as it is entered, some milliseconds behind the keys. */
  values: JsonObject;
  fields: FieldModel[];
  mode: FormMode;
  /** Something is not saved. */
  dirty: boolean;
  /** Faults that the person is shown by now, by pointer. */
  shown: FieldErrors;
  /** Brings the field at a pointer into view. */
  reveal: (pointer: string) => void;
}

/** The record of a form as it is entered, drawn between the keys and so that the next one may interrupt it. */
export function useDeferredRecord(session: FormSession): JsonObject {
  const [values, setValues] = useState(() => session.withDerived());
  useEffect(() => {
    const follow = (): void => startTransition(() => setValues(session.withDerived()));
    follow();
    return session.subscribeDeferred(follow);
  }, [session]);
  return values;
}

/**
 * The record of the form around, also while somebody types. What is drawn from it may lag behind the keys, so that it
 * never slows them down.
 */
export function useLiveRecord(): LiveRecord {
  const session = useFormSession();
  const values = useDeferredRecord(session);
  const around = use(RevealContext);
  const dirty = useSessionValue((one) => one.dirty);
  const shown = useSessionValue((one) => one.errors);
  return useMemo(
    () => ({
      values,
      dirty,
      shown,
      fields: session.settings.fields,
      mode: session.settings.mode,
      reveal: (pointer) => around(() => session.reveal(pointer)),
    }),
    [values, dirty, shown, session, around],
  );
}

/** The verdict on the record as it is entered by now: every fault by pointer, those too that nobody is shown yet. */
export function useLiveErrors(): FieldErrors {
  const session = useFormSession();
  const values = useDeferredRecord(session);
  return useMemo(() => ({ ...session.verdictOn(values), ...unparsedErrors(values) }), [session, values]);
}

/**
 * What is still missing where nobody has been yet, by pointer with the title of what is to be filled in. Of the faults
 * these are told as what is still to do, and not as wrong, until the person left them or sent the form.
 */
export function useMissingValues(): FieldErrors {
  const faults = useLiveErrors();
  const { values, shown, fields } = useLiveRecord();
  const text = JSON.stringify(
    Object.keys(faults)
      .filter((pointer) => !(pointer in shown) && isBlank(valueAt(values, pointer)))
      .map((pointer) => [pointer, fieldAt(fields, pointer, values)?.title ?? '']),
  );
  // The same as long as the same is missing.
  return useMemo(() => Object.fromEntries(JSON.parse(text) as [string, string][]), [text]);
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Judges values as the form around would: the record with another platform, say. What is asked of it must be worth its
 * time, since it looks at everything.
 */
export const useLiveValidation = (): ((values: JsonObject) => FieldErrors) =>
  useFormSession().settings.validate;
