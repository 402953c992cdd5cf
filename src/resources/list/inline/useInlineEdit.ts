import { useRef, useState } from 'react';
import type { FieldErrors, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { saveValues } from '../../changes/saveValues.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import { formatAsText } from '../../fields/registry.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Stores one value of a record, made of the version that was seen. Faults are all told at the field. */
export const useInlineEdit = (model: ConsoleEntity, record: ListRecord, name: string) => {
  const mutate = useRecordMutation(model.name);
  const [isSaving, setSaving] = useState(false);
  const seen = useRef(record.version);

  const save = async (value: Json | undefined): Promise<FieldErrors | undefined> => {
    setSaving(true);
    const from = { id: record.id, version: seen.current };
    const { answer, failure } = await mutate(
      (provider) => saveValues(provider, model.name, from, { [name]: value ?? null }),
      { id: record.id },
    );
    setSaving(false);
    if (!failure) {
      seen.current = answer?.version ?? seen.current + 1;
      return undefined;
    }
    if (failure.code !== 'STALE')
      return { [`/${name}`]: Object.values(failure.fields)[0] ?? failure.message };
    // The next attempt is made of what is told now.
    const theirs = failure.current;
    seen.current = Number(theirs?.['version'] ?? seen.current);
    return {
      [`/${name}`]: t('Someone else changed it in the meantime%{theirs}. Save again to keep yours.', {
        theirs: nowText(model, name, theirs),
      }),
    };
  };
  return { save, isSaving };
};

/** As the list shows it; a record that is chosen is known by its id alone here. */
function nowText({ fields }: ConsoleEntity, name: string, theirs: JsonObject | undefined): string {
  const field = fields.find((one) => one.name === name);
  const value = field && theirs && !field.reference ? formatAsText(theirs[name] ?? null, field) : '';
  return value && t(': it is “%{value}” now', { value });
}
