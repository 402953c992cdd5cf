import { useCallback } from 'react';
import { CURRENT_ID, ME_ID } from '../../../schemas/model/single.ts';
import type { EntityRecord, Json, JsonObject } from '../../../schemas/model/types.ts';
import { useRefreshAccess } from '../../authProvider/AccessContext.ts';
import { type Outcome, useRecordMutation } from '../changes/useRecordMutation.ts';
import { type ConsoleEntity, type ConsoleForm, entityByName } from '../product.ts';
import { useWholeRecord } from '../wholeRecord.ts';

/** What a single record is edited by: its entity, a form over a part of it, or the form over people's own records. */
export type SingleModel = ConsoleEntity | ConsoleForm;

const isForm = (model: SingleModel): model is ConsoleForm => 'submit' in model;

/** The entity that a single record is of, and the word that stands for its id. */
const addressOf = (model: SingleModel): { entity: string; word: string } => {
  const entity = isForm(model) ? entityByName(model.of ?? model.name) : model;
  return { entity: entity.name, word: entity.single === 'workspace' ? CURRENT_ID : ME_ID };
};

/** What the services keep is the whole record of an entity, or what a form over people's own records names. */
const sentOf = (model: SingleModel, values: JsonObject, stored: EntityRecord | undefined): JsonObject => {
  if (!isForm(model)) return values;
  // What of one's own data is not sent stays as it is, so an emptied field travels blank.
  // What nobody has chosen stays so while it is what holds without a choice.
  const own = Object.fromEntries(
    model.fields.map((field): [string, Json] => {
      const value = values[field.name] ?? '';
      const isChosen = (stored?.[field.name] ?? undefined) !== undefined || value !== field.default;
      return [field.name, isChosen ? value : ''];
    }),
  );
  return entityByName(model.of ?? model.name).single
    ? { ...(stored as JsonObject | undefined), ...own }
    : own;
};

/** The one record of a workspace or of the signed-in person, and how to change it. */
export const useSingle = (model: SingleModel) => {
  const { entity, word } = addressOf(model);
  const { data, error, refetch } = useWholeRecord<EntityRecord>(entity, word);
  const mutate = useRecordMutation(entity);
  const refreshAccess = useRefreshAccess();

  /** Resolves once it is stored and has taken effect. */
  const save = useCallback(
    async (values: JsonObject): Promise<Outcome<EntityRecord>> => {
      const sent = { ...sentOf(model, values, data), version: values['version'] ?? 0 };
      const outcome = await mutate(
        async (provider) =>
          (await provider.update<EntityRecord>(entity, { id: word, data: sent, previousData: data })).data,
        { id: word },
      );
      // The workspace's name, the person's, theme and language follow the rights' answer, which holds them.
      // Stored it is, also where nobody answers that now.
      if (outcome.answer) await refreshAccess().catch(() => undefined);
      const { failure } = outcome;
      // The form compares its values with it, which hold what is so without a choice.
      const current = failure?.current && valuesFor(model, failure.current as unknown as EntityRecord);
      return current ? { failure: { ...failure, current } } : outcome;
    },
    [data, entity, model, mutate, refreshAccess, word],
  );
  return { entity, record: data, error, refetch, save };
};

/** What of the record the form may hold: its own fields and the bookkeeping. */
export const valuesFor = (model: SingleModel, record: EntityRecord): JsonObject => {
  if (!isForm(model)) return record as unknown as JsonObject;
  // What nobody has chosen yet is what holds without a choice.
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
