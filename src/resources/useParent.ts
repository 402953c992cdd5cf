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

/** The record that these records are below; undefined for others, and until it is known. */
export const useParent = (model: ConsoleEntity | undefined): Parent | undefined => {
  const { name = '', parent } = model ?? {};
  const { parent: id = '' } = readScopedName(name);
  const { data: record } = useGetOne<ListRecord>(
    parent?.entity ?? '',
    { id },
    { enabled: parent !== undefined && id !== '', retry: false },
  );
  if (!parent || !record) return undefined;
  const holder = entityByName(parent.entity);
  return { model: holder, record, title: recordTitle(holder, record) };
};
