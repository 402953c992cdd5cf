import { useGetMany } from 'react-admin';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useRights } from '../../changes/useRights.ts';
import { entityByName } from '../../product.ts';
import { Counter } from '../../fieldKit/Counter.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { RecordPicker } from '../reference/RecordPicker.tsx';

/** Several records of another entity, as chips. */
export default function ReferencesEditor(props: EditorProps<string[]>) {
  const { field, value = [], onChange, onBlur, fieldState } = props;
  const { reference } = field;
  if (!reference) throw new Error(`${field.path} refers to no entity.`);
  const rights = useRights(entityByName(reference.entity));
  const { data = [] } = useGetMany<EntityRecord>(
    reference.entity,
    { ids: value },
    { enabled: value.length > 0, placeholderData: (previous: EntityRecord[] | undefined) => previous },
  );
  const recordsById = new Map(data.filter(Boolean).map((record) => [record.id, record]));
  const chosen = value.map((id) => recordsById.get(id) ?? { id, version: 0, createdAt: '', updatedAt: '' });
  return (
    <FieldFrame
      fieldProps={props}
      includeNestedErrors
      aside={<Counter used={value.length} limit={fieldState.maxItems} />}
    >
      {(aria) => (
        <RecordPicker
          reference={reference}
          placeholder={field.placeholder}
          chosen={chosen}
          multiple
          readOnly={fieldState.readOnly}
          aria={aria}
          mayCreate={reference.create && rights.may('create')}
          onChoose={(records) => onChange(records.length > 0 ? records.map(({ id }) => id) : undefined)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  );
}
