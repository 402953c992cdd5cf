import { useRef, useState } from 'react';
import type { FieldErrors, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { saveValues } from '../../changes/saveValues.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import { formatAsText } from '../../fields/registry.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Saves one value of a record, based on the shown version. All errors are shown at the field. */
export const useInlineEdit = (model: ConsoleEntity, record: ListRecord, name: string) => {
  const mutate = useRecordMutation(model.name);
  const [isSaving, setSaving] = useState(false);
  const baseVersion = useRef(record.version);

  const save = async (value: Json | undefined): Promise<FieldErrors | undefined> => {
    setSaving(true);
    const from = { id: record.id, version: baseVersion.current };
    const { answer, failure } = await mutate(
      (provider) => saveValues(provider, model.name, from, { [name]: value ?? null }),
      { id: record.id },
    );
    setSaving(false);
    if (!failure) {
      baseVersion.current = answer?.version ?? baseVersion.current + 1;
      return undefined;
    }
    if (failure.code !== 'STALE')
      return { [`/${name}`]: Object.values(failure.fields)[0] ?? failure.message };
    // The next attempt is based on the current version.
    const theirs = failure.current;
    baseVersion.current = Number(theirs?.['version'] ?? baseVersion.current);
    return {
      [`/${name}`]: t('Someone else changed it in the meantime%{theirs}. Save again to keep yours.', {
        theirs: formatCurrentValue(model, name, theirs),
      }),
    };
  };
  return { save, isSaving };
};

/** The value as the list shows it; empty for references, of which only the id is known. */
function formatCurrentValue({ fields }: ConsoleEntity, name: string, theirs: JsonObject | undefined): string {
  const field = fields.find((one) => one.name === name);
  const value = field && theirs && !field.reference ? formatAsText(theirs[name] ?? null, field) : '';
  return value && t(': it is “%{value}” now', { value });
}
