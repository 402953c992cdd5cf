import { useMemo } from 'react';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { Outcome } from '../../resources/actions/useRecordMutation.ts';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { EntityForm } from '../../resources/form/save/EntityForm.tsx';
import { useCheck } from '../../resources/form/useCheck.ts';
import { formByName } from '../../resources/product.ts';

interface OwnDataFormProps {
  me: EntityRecord;
  save: (values: JsonObject) => Promise<Outcome<EntityRecord>>;
}

const BOOKKEEPING = ['id', 'version'];

/** The form over what people may change of themselves. */
export const OwnDataForm = ({ me, save }: OwnDataFormProps) => {
  const form = formByName('user-profile');
  const check = useCheck('user-profile');
  const own = useMemo(() => {
    const names = [...BOOKKEEPING, ...form.fields.map(({ name }) => name)];
    const values = names.map((name): [string, unknown] => [name, me[name]]);
    return Object.fromEntries(
      values.filter(([, value]) => value !== undefined && value !== null),
    ) as JsonObject;
  }, [form, me]);
  if (!check) return <FormSkeleton fields={form.fields.length} />;
  return <EntityForm model={form} check={check} mode="edit" record={own} save={save} />;
};
