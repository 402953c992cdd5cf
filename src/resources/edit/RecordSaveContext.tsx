import { HttpError, type SaveHandler, SaveContextProvider, useNotify } from 'react-admin';
import { type ReactNode, useMemo, useRef } from 'react';
import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';
import type { MutationOutcome } from '../changes/useRecordMutation.ts';

interface RecordSaveContextProps {
  /** The record's noun, for the notification. */
  title: string;
  /** Saves through `useRecordMutation`; undefined while there is no record. */
  save: ((values: Partial<EntityRecord>) => Promise<MutationOutcome<EntityRecord>>) | undefined;
  children: ReactNode;
}

/**
 * Provides react-admin's `useSaveContext` on a form's screen. It saves the way the form does, so that lists, other
 * windows and the form are updated and version conflicts are rejected. Resolves, as in react-admin, to the record or
 * to errors by field name.
 */
export function RecordSaveContext({ title, save, children }: RecordSaveContextProps) {
  const notify = useNotify();
  const latest = useRef(save);
  latest.current = save;
  const value = useMemo(() => {
    const handle: SaveHandler<EntityRecord> = async (values, { onSuccess, onError, transform } = {}) => {
      const data = (transform ? await transform(values) : values) as Partial<EntityRecord>;
      const { answer, failure } = (await latest.current?.(data)) ?? {};
      if (answer) {
        if (onSuccess) onSuccess(answer, data, undefined);
        else notify(t('%{title} saved', { title }), { type: 'success' });
        return answer;
      }
      if (!failure) return undefined;
      const faults = toErrorsByFieldName(failure.fields);
      if (onError)
        onError(new HttpError(failure.message, failure.status ?? 0, { errors: faults }), data, undefined);
      else if (Object.keys(faults).length === 0) notify(failure.message, { type: 'error' });
      return faults as unknown as EntityRecord;
    };
    return { save: handle, saving: false, mutationMode: 'pessimistic' as const };
  }, [notify, title]);
  return <SaveContextProvider value={value}>{children}</SaveContextProvider>;
}

/** Converts errors by pointer to react-admin's field names: `/address/city` is `address.city`. */
const toErrorsByFieldName = (faults: FieldErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).map(([pointer, message]) => [pointer.slice(1).replaceAll('/', '.'), message]),
  );
