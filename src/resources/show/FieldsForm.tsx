import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { saveValues } from '../changes/saveValues.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { EntityForm } from '../form/save/EntityForm.tsx';
import { useFormValidator } from '../form/useFormValidator.ts';
import type { ConsoleEntity } from '../product.ts';
import { ShowSkeleton } from '../states/ShowSkeleton.tsx';

/** The buttons end what they belong to, wherever the page is scrolled to. */
const Place = styled('div')({ '--bar': 'static' });

/** The verdict on some fields of a record whose other values are as they are. */
const checkOf =
  (whole: SchemaValidator, names: string[], record: ListRecord): SchemaValidator =>
  (values) =>
    whole({ ...record, ...(values as JsonObject) }).filter(({ pointer }) =>
      names.includes(pointer.split('/')[1] ?? ''),
    );

interface FieldsFormProps {
  model: ConsoleEntity;
  /** Under which a draft of it is kept. */
  name: string;
  fields: FieldModel[];
  record: ListRecord;
  onClose: () => void;
}

/** A form over some fields of a record, which sends only these. */
export const FieldsForm = ({ model, name, fields, record, onClose }: FieldsFormProps) => {
  const validator = useFormValidator(model.name);
  const mutate = useRecordMutation(model.name);
  const names = fields.map((field) => field.name);
  const part = useMemo(() => ({ name, title: model.title, fields }), [name, model.title, fields]);
  if (!validator) return <ShowSkeleton />;
  return (
    <Place>
      <EntityForm
        model={part}
        entity={model.name}
        validator={checkOf(validator, names, record)}
        mode="edit"
        record={record as unknown as JsonObject}
        save={(values) =>
          mutate(async (provider) => {
            const seen = { id: record.id, version: Number(values['version']) };
            const own = names.map((one): [string, Json] => [one, values[one] ?? null]);
            const now = await saveValues(provider, model.name, seen, Object.fromEntries(own));
            // It is stored, also where nobody tells how it is now.
            return now ?? { ...record, ...values, version: seen.version + 1 };
          })
        }
        onSaved={onClose}
        onCancel={onClose}
      />
    </Place>
  );
};
