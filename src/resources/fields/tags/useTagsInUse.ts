import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useResourceContext } from 'react-admin';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityByName, hasEntity } from '../../product.ts';
import { useDebouncedText } from '../shared/useDebouncedText.ts';

const NONE: string[] = [];

/**
 * Fetches the tags of other records that contain the typed text, the most used first; none for tags with choices and
 * for nested fields.
 * @param isOpen enables the request
 */
export function useTagsInUse(field: FieldModel, pointer: string, typed: string, isOpen: boolean): string[] {
  const resource = useResourceContext();
  const provider = useDataProvider<ConsoleDataProvider>();
  const keyword = useDebouncedText(typed.trim());
  const isRootTagsField =
    resource !== undefined &&
    pointer === `/${field.name}` &&
    field.item?.choices === undefined &&
    hasEntity(resource) &&
    entityByName(resource).fields.some(({ name, type }) => name === field.name && type === 'tags');
  const { data } = useQuery({
    queryKey: [resource, 'values', field.name, keyword],
    queryFn: ({ signal }) => provider.values(resource ?? '', { by: field.name, keyword, signal }),
    enabled: isRootTagsField && isOpen,
    staleTime: 30_000,
    retry: false,
  });
  return data ?? NONE;
}
