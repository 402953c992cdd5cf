import { use, useContext, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { FieldErrors, FieldModel, FormMode, JsonObject } from '../../../schemas/model/types.ts';
import { RevealContext } from './panels/verdicts.ts';
import { unparsedFaults } from './unparsed.ts';
import { FormSessionContext, useFormSession, useSessionValue } from './useSession.ts';

/** What something beside a form sees of it. */
export interface LiveRecord {
  /** The record as it is entered by now, with the last key. */
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

/** Whether a form is around that `useLiveRecord` can tell of. */
export const useHasLiveRecord = (): boolean => useContext(FormSessionContext) !== undefined;

/**
 * The record of the form around, also while somebody types. What is drawn from it may lag behind the keys, so that it
 * never slows them down.
 */
export function useLiveRecord(): LiveRecord {
  const session = useFormSession();
  const now = useSyncExternalStore(session.watch, () => session.data);
  const values = useDeferredValue(now);
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
export function useLiveFaults(): FieldErrors {
  const session = useFormSession();
  const now = useSyncExternalStore(session.watch, () => session.data);
  const values = useDeferredValue(now);
  return useMemo(
    () => ({ ...session.settings.validate(values), ...unparsedFaults(values) }),
    [session, values],
  );
}

/**
 * Judges values as the form around would: the record with another platform, say. What is asked of it must be worth its
 * time, since it looks at everything.
 */
export const useLiveJudge = (): ((values: JsonObject) => FieldErrors) => useFormSession().settings.judge;
