import { useMemo, useRef, useState } from 'react';
import type { EntityRecord, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { RecordForm, type RecordFormHandle } from '../../resources/form/RecordForm.tsx';
import { draftKey, dropDraft } from '../../resources/form/save/drafts.ts';
import { KeptInputOffer, useKeptInput } from '../../resources/form/save/KeptInput.tsx';
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
  const key = draftKey(me.id, 'user-profile', me.id);
  const kept = useKeptInput(key, handle, me.version);
  const [draft, setDraft] = useState<JsonObject>();
  const own = useMemo(() => {
    const values = form.fields.map(({ name }): [string, unknown] => [name, me[name]]);
    return Object.fromEntries(
      values.filter(([, value]) => value !== undefined && value !== null),
    ) as JsonObject;
  }, [form, me]);
  if (!check) return <FormSkeleton fields={form.fields.length} />;
  return (
    <>
      {kept.offered && (
        <KeptInputOffer
          onRestore={() => {
            setDraft(kept.offered?.values);
            kept.take();
          }}
          onDiscard={kept.drop}
        />
      )}
      <RecordForm
        key={draft ? 'restored' : 'stored'}
        ref={handle}
        model={form}
        check={check}
        mode="edit"
        record={own}
        draft={draft}
        onSave={async (values) => {
          const faults = await save(values);
          if (!faults) {
            dropDraft(key);
            handle.current?.markClean();
          }
          return faults;
        }}
      >
        <SubmitRow label={form.submit} />
      </RecordForm>
      <LeaveGuard isDirty={() => handle.current?.isDirty() ?? false} />
    </>
  );
};
