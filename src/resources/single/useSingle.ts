import { useCallback } from 'react';
import { CURRENT, ME } from '../../../schemas/model/single.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { useRefreshAccess } from '../../authProvider/AccessContext.ts';
import { type Outcome, useRecordMutation } from '../actions/useRecordMutation.ts';
import { type ConsoleEntity, type ConsoleForm, entityByName } from '../product.ts';
import { useWholeRecord } from '../wholeRecord.ts';

/** What a single record is edited by: its entity, or the form over people's own records of one. */
export type SingleModel = ConsoleEntity | ConsoleForm;

const isForm = (model: SingleModel): model is ConsoleForm => 'submit' in model;

/** The entity that a single record is of, and the word that stands for its id. */
const addressOf = (model: SingleModel): { entity: string; word: string } => {
  if (!isForm(model)) return { entity: model.name, word: model.single === 'me' ? ME : CURRENT };
  return { entity: entityByName(model.of ?? model.name).name, word: ME };
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
      // What of one's own data is not sent stays as it is, so an emptied field travels blank.
      const own = isForm(model)
        ? Object.fromEntries(model.fields.map(({ name }) => [name, values[name] ?? '']))
        : values;
      const sent = { ...own, version: values['version'] ?? 0 };
      const outcome = await mutate(
        async (provider) =>
          (await provider.update<EntityRecord>(entity, { id: word, data: sent, previousData: data })).data,
        { id: word },
      );
      // The workspace's name, the person's, theme and language follow the rights' answer, which holds them.
      if (outcome.answer) await refreshAccess();
      return outcome;
    },
    [data, entity, model, mutate, refreshAccess, word],
  );
  return { entity, record: data, error, refetch, save };
};

/** What of the record the form may hold: its own fields and the bookkeeping. */
export const valuesFor = (model: SingleModel, record: EntityRecord): JsonObject => {
  if (!isForm(model)) return record as unknown as JsonObject;
  const names = ['id', 'version', ...model.fields.map(({ name }) => name)];
  const values = names.map((name): [string, unknown] => [name, record[name]]);
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined && value !== null),
  ) as JsonObject;
};
