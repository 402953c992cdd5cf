import { useCallback } from 'react';
import { CURRENT_ID, ME_ID } from '../../../schemas/model/single.ts';
import type { EntityRecord, Json, JsonObject } from '../../../schemas/model/types.ts';
import { useRefreshAccess } from '../../authProvider/AccessContext.ts';
import { type MutationOutcome, useRecordMutation } from '../changes/useRecordMutation.ts';
import { type ConsoleEntity, type ConsoleForm, entityByName } from '../product.ts';
import { useWholeRecord } from '../wholeRecord.ts';

/** The form's model: the entity, a form of some of its fields, or the form of the user's own record. */
export type SingleModel = ConsoleEntity | ConsoleForm;

const isForm = (model: SingleModel): model is ConsoleForm => 'submit' in model;

/** The entity of a single record, and the alias for its id. */
const findAddress = (model: SingleModel): { entity: string; idAlias: string } => {
  const entity = isForm(model) ? entityByName(model.of ?? model.name) : model;
  return { entity: entity.name, idAlias: entity.single === 'workspace' ? CURRENT_ID : ME_ID };
};

/** The request: the entity's whole record, or only the fields of a form over the user's own record. */
const buildRequest = (
  model: SingleModel,
  values: JsonObject,
  stored: EntityRecord | undefined,
): JsonObject => {
  if (!isForm(model)) return values;
  // Omitted fields stay unchanged, so an emptied field is sent blank.
  // A value equal to the default stays unset.
  const own = Object.fromEntries(
    model.fields.map((field): [string, Json] => {
      const value = values[field.name] ?? '';
      const isSet = (stored?.[field.name] ?? undefined) !== undefined || value !== field.default;
      return [field.name, isSet ? value : ''];
    }),
  );
  return entityByName(model.of ?? model.name).single
    ? { ...(stored as JsonObject | undefined), ...own }
    : own;
};

/** Loads and saves the single record of the workspace or of the signed-in user. */
export const useSingle = (model: SingleModel) => {
  const { entity, idAlias } = findAddress(model);
  const { data, error, refetch } = useWholeRecord<EntityRecord>(entity, idAlias);
  const mutate = useRecordMutation(entity);
  const refreshAccess = useRefreshAccess();

  /** Resolves once the record is stored and in effect. */
  const save = useCallback(
    async (values: JsonObject): Promise<MutationOutcome<EntityRecord>> => {
      const sent = { ...buildRequest(model, values, data), version: values['version'] ?? 0 };
      const outcome = await mutate(
        async (provider) =>
          (await provider.update<EntityRecord>(entity, { id: idAlias, data: sent, previousData: data })).data,
        { id: idAlias },
      );
      // The access response has the names, theme and language, so it is refreshed. A failure of that does not undo
      // the save.
      if (outcome.answer) await refreshAccess().catch(() => undefined);
      const { failure } = outcome;
      // The form compares with values that include defaults.
      const current = failure?.current && toFormValues(model, failure.current as unknown as EntityRecord);
      return current ? { failure: { ...failure, current } } : outcome;
    },
    [data, entity, model, mutate, refreshAccess, idAlias],
  );
  return { entity, record: data, error, refetch, save };
};

/** The record's values for the form: its own fields, id and version. */
export const toFormValues = (model: SingleModel, record: EntityRecord): JsonObject => {
  if (!isForm(model)) return record as unknown as JsonObject;
  // Unset values show the default.
  const own = model.fields.map((field): [string, unknown] => [
    field.name,
    record[field.name] ?? field.default,
  ]);
  const values = [
    ...['id', 'version', 'updatedBy'].map((name): [string, unknown] => [name, record[name]]),
    ...own,
  ];
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined && value !== null),
  ) as JsonObject;
};
