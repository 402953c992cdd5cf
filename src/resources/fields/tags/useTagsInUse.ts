import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useResourceContext } from 'react-admin';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityByName, hasEntity } from '../../product.ts';
import { useDebouncedText } from '../shared/useDebouncedText.ts';

const NONE: string[] = [];

/**
 * Tags that other records have, the most used first, as far as they hold what is typed; none for tags that are chosen
 * among some, or that stand within other values.
 * @param isOpen nothing is asked before
 */
export function useTagsInUse(field: FieldModel, pointer: string, typed: string, isOpen: boolean): string[] {
  const resource = useResourceContext();
  const provider = useDataProvider<ConsoleDataProvider>();
  const keyword = useDebouncedText(typed.trim());
  const isOwn =
    resource !== undefined &&
    pointer === `/${field.name}` &&
    field.item?.choices === undefined &&
    hasEntity(resource) &&
    entityByName(resource).fields.some(({ name, type }) => name === field.name && type === 'tags');
  const { data } = useQuery({
    queryKey: [resource, 'values', field.name, keyword],
    queryFn: ({ signal }) => provider.values(resource ?? '', { by: field.name, keyword, signal }),
    enabled: isOwn && isOpen,
    staleTime: 30_000,
    retry: false,
  });
  return data ?? NONE;
}
