import { useMemo, useRef } from 'react';
import type { EntityRecord, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { RecordForm, type RecordFormHandle } from '../../resources/form/RecordForm.tsx';
import { LeaveGuard } from '../../resources/form/save/LeaveGuard.tsx';
import { useCheck } from '../../resources/form/useCheck.ts';
import { formByName } from '../../resources/product.ts';
import { SubmitRow } from './SubmitRow.tsx';

interface OwnDataFormProps {
  me: EntityRecord;
  save: (values: JsonObject) => Promise<FieldErrors | undefined>;
}

/** The form over what people may change of themselves. */
export const OwnDataForm = ({ me, save }: OwnDataFormProps) => {
  const form = formByName('user-profile');
  const check = useCheck('user-profile');
  const handle = useRef<RecordFormHandle>(null);
  const own = useMemo(() => {
    const values = form.fields.map(({ name }): [string, unknown] => [name, me[name]]);
    return Object.fromEntries(
      values.filter(([, value]) => value !== undefined && value !== null),
    ) as JsonObject;
  }, [form, me]);
  if (!check) return <FormSkeleton fields={form.fields.length} />;
  return (
    <>
      <RecordForm
        ref={handle}
        model={form}
        check={check}
        mode="edit"
        record={own}
        onSave={async (values) => {
          const faults = await save(values);
          if (!faults) handle.current?.markClean();
          return faults;
        }}
      >
        <SubmitRow label={form.submit} />
      </RecordForm>
      <LeaveGuard isDirty={() => handle.current?.isDirty() ?? false} />
    </>
  );
};
