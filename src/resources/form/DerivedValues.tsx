import { useGetOne } from 'react-admin';
import { useEffect } from 'react';
import type { EntityRecord, FieldModel, Json, ReferenceModel } from '../../../schemas/model/types.ts';
import { useDeferredRecord } from '../fieldKit/useLiveRecord.ts';
import { useFormSession } from '../fieldKit/useSession.ts';

/**
 * Loads the records that derived fields (`derive`) read from, so that rules see the values that the services will
 * see.
 */
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
  /** Name of the reference field, and below it the field of the referenced record. */
  by: string;
  reference: ReferenceModel;
  of: string;
}

function DerivedField({ field, by, reference, of }: DerivedFieldProps) {
  const session = useFormSession();
  const id = useDeferredRecord(session)[by];
  const isReferenceSet = typeof id === 'string' && id !== '';
  const { data } = useGetOne<EntityRecord>(
    reference.entity,
    { id: isReferenceSet ? id : '' },
    { enabled: isReferenceSet, staleTime: 60_000 },
  );
  // While the referenced record loads, the last derived value stays.
  const referred = isReferenceSet ? data : {};
  const value = referred && ((referred as Record<string, Json | undefined>)[of] ?? field.default ?? null);
  useEffect(() => {
    if (value !== undefined) session.setDerived(field.name, value);
  }, [session, field, value]);
  return null;
}
