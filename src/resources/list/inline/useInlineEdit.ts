import { useRef, useState } from 'react';
import { HttpError } from 'ra-core';
import type { FieldErrors, Json } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { useRecordMutation } from '../../actions/useRecordMutation.ts';
import type { ListRecord } from '../../fields/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { WHOLE } from '../../wholeRecord.ts';

/** Stores one value of a record, made of the version that was seen. Faults are all told at the field. */
export const useInlineEdit = (model: ConsoleEntity, record: ListRecord, name: string) => {
  const mutate = useRecordMutation(model.name);
  const [isSaving, setSaving] = useState(false);
  const seen = useRef(record.version);

  const save = async (value: Json | undefined): Promise<FieldErrors | undefined> => {
    setSaving(true);
    let theirs: ListRecord | undefined;
    const { failure } = await mutate(
      async (provider) => {
        const { failed } = await provider.editMany(model.name, {
          records: [{ id: record.id, version: seen.current }],
          set: { [name]: value ?? null },
        });
        const why = failed[record.id];
        if (!why) return latest(provider, model.name, record.id);
        if (why.code === 'STALE') theirs = await latest(provider, model.name, record.id);
        throw new HttpError(why.message, statusOf(why.code), why);
      },
      { id: record.id },
    );
    setSaving(false);
    if (!failure) return undefined;
    if (failure.code !== 'STALE')
      return { [`/${name}`]: Object.values(failure.fields)[0] ?? failure.message };
    // The next attempt is made of what is told now.
    seen.current = theirs?.version ?? seen.current;
    return {
      [`/${name}`]: `Somebody else changed it meanwhile${nowText(theirs?.[name])}. Save again to store yours.`,
    };
  };
  return { save, isSaving };
};

/** The record as it is stored now; a failure to tell costs no more than that. */
const latest = (provider: ConsoleDataProvider, entity: string, id: string): Promise<ListRecord | undefined> =>
  provider.getOne<ListRecord>(entity, { id, meta: WHOLE }).then(
    ({ data }) => data,
    () => undefined,
  );

const statusOf = (code: string): number =>
  ({ STALE: 409, STATE: 409, NOT_FOUND: 404, FORBIDDEN: 403 })[code] ?? 422;

const nowText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `: it is “${value}” now` : '';
