import { useGetOne } from 'react-admin';
import { useEffect } from 'react';
import type { EntityRecord, FieldModel, Json, ReferenceModel } from '../../../schemas/model/types.ts';
import { useDeferredRecord } from '../fieldKit/useLiveRecord.ts';
import { useFormSession } from '../fieldKit/useSession.ts';

/** Looks up the records that fields of the form follow from (`derive`), so that rules hold as they will be judged. */
export function DerivedValues() {
  const { fields } = useFormSession().settings;
  return fields.map((field) => {
    const by = fields.find(({ name }) => name === field.derive?.by);
    return field.derive && by?.reference ? (
      <DerivedField
        key={field.name}
        field={field}
        by={by.name}
        reference={by.reference}
        of={field.derive.field}
      />
    ) : null;
  });
}

interface DerivedFieldProps {
  field: FieldModel;
  /** The reference that it follows from, and the field of the other record. */
  by: string;
  reference: ReferenceModel;
  of: string;
}

function DerivedField({ field, by, reference, of }: DerivedFieldProps) {
  const session = useFormSession();
  const id = useDeferredRecord(session)[by];
  const isChosen = typeof id === 'string' && id !== '';
  const { data } = useGetOne<EntityRecord>(
    reference.entity,
    { id: isChosen ? id : '' },
    { enabled: isChosen, staleTime: 60_000 },
  );
  // While the other record is on its way, what is known holds.
  const referred = isChosen ? data : {};
  const value = referred && ((referred as Record<string, Json | undefined>)[of] ?? field.default ?? null);
  useEffect(() => {
    if (value !== undefined) session.setDerived(field.name, value);
  }, [session, field, value]);
  return null;
}
