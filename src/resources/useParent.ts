import { useGetOne } from 'react-admin';
import { recordTitle } from '../../schemas/model/fields.ts';
import { readScopedName } from '../dataProvider/scope.ts';
import type { ListRecord } from './fieldKit/types.ts';
import { type ConsoleEntity, entityByName } from './product.ts';

interface Parent {
  model: ConsoleEntity;
  record: ListRecord;
  title: string;
}

/** Fetches the parent record of a nested entity; undefined while loading and for other entities, null after an error. */
export const useParent = (model: ConsoleEntity | undefined): Parent | null | undefined => {
  const { name = '', parent } = model ?? {};
  const { parent: id = '' } = readScopedName(name);
  const { data: record, error } = useGetOne<ListRecord>(
    parent?.entity ?? '',
    { id },
    { enabled: parent !== undefined && id !== '', retry: false },
  );
  if (!parent || !record) return error ? null : undefined;
  const parentModel = entityByName(parent.entity);
  return { model: parentModel, record, title: recordTitle(parentModel, record) };
};
