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

/** The button bar is not sticky. */
const StaticBar = styled('div')({ '--bar': 'static' });

/** Validates some fields of a record together with its other stored values. */
const createPartialValidator =
  (whole: SchemaValidator, names: string[], record: ListRecord): SchemaValidator =>
  (values) =>
    whole({ ...record, ...(values as JsonObject) }).filter(({ pointer }) =>
      names.includes(pointer.split('/')[1] ?? ''),
    );

interface FieldsFormProps {
  model: ConsoleEntity;
  /** Name of the form, for its draft's key. */
  name: string;
  fields: FieldModel[];
  record: ListRecord;
  onClose: () => void;
}

/** A form of some fields of a record, which sends only these. */
export const FieldsForm = ({ model, name, fields, record, onClose }: FieldsFormProps) => {
  const validator = useFormValidator(model.name);
  const mutate = useRecordMutation(model.name);
  const names = fields.map((field) => field.name);
  const partialModel = useMemo(() => ({ name, title: model.title, fields }), [name, model.title, fields]);
  if (!validator) return <ShowSkeleton />;
  return (
    <StaticBar>
      <EntityForm
        model={partialModel}
        entity={model.name}
        validator={createPartialValidator(validator, names, record)}
        mode="edit"
        record={record as unknown as JsonObject}
        save={(values) =>
          mutate(async (provider) => {
            const base = { id: record.id, version: Number(values['version']) };
            const own = names.map((one): [string, Json] => [one, values[one] ?? null]);
            const stored = await saveValues(provider, model.name, base, Object.fromEntries(own));
            // Saved, even when the stored record could not be loaded.
            return stored ?? { ...record, ...values, version: base.version + 1 };
          })
        }
        onSaved={onClose}
        onCancel={onClose}
      />
    </StaticBar>
  );
};
