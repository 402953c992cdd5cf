import { HttpError, type SaveHandler, SaveContextProvider, useNotify } from 'react-admin';
import { type ReactNode, useMemo, useRef } from 'react';
import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';
import type { Outcome } from '../changes/useRecordMutation.ts';

interface Props {
  /** What the record is called, for what is said when it is saved. */
  title: string;
  /** Sends values by `useRecordMutation`; none while there is nothing to save. */
  save: ((values: Partial<EntityRecord>) => Promise<Outcome<EntityRecord>>) | undefined;
  children: ReactNode;
}

/**
 * What react-admin's `useSaveContext` saves with on the screen of a form: the way of the form's own button, so that lists,
 * other windows and the form follow, and what somebody else changed meanwhile is refused and not overwritten. As
 * react-admin's own it resolves to the record, or to the faults by name of field.
 */
export function RecordSaveContext({ title, save, children }: Props) {
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
      const faults = byFieldName(failure.fields);
      if (onError)
        onError(new HttpError(failure.message, failure.status ?? 0, { errors: faults }), data, undefined);
      else if (Object.keys(faults).length === 0) notify(failure.message, { type: 'error' });
      return faults as unknown as EntityRecord;
    };
    return { save: handle, saving: false, mutationMode: 'pessimistic' as const };
  }, [notify, title]);
  return <SaveContextProvider value={value}>{children}</SaveContextProvider>;
}

/** Faults by pointer as react-admin names fields: `/address/city` is `address.city`. */
const byFieldName = (faults: FieldErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).map(([pointer, message]) => [pointer.slice(1).replaceAll('/', '.'), message]),
  );
