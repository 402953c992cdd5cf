import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useResourceContext } from 'react-admin';
import { useState } from 'react';
import type { Choice } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { SearchedChoices } from '../shared/SearchedChoices.tsx';
import { useDebouncedText } from '../shared/useDebouncedText.ts';
import type { FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const choice = (value: string): Choice => ({ value, label: value });

/** Filters by tags in use, the most used first; any other tag can be typed in full. */
export const TagsFilter = (props: FilterProps) => {
  const { field, value } = props;
  const resource = useResourceContext() ?? '';
  const chosen = value[''] ?? [];
  const [text, setText] = useState('');
  const keyword = useDebouncedText(text.trim());
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const {
    data = [],
    isPending,
    error,
  } = useQuery({
    queryKey: [resource, 'values', field.name, keyword],
    queryFn: ({ signal }) => dataProvider.values(resource, { by: field.name, keyword, signal }),
    staleTime: 30_000,
    retry: false,
  });
  const found = data.filter((tag) => !chosen.includes(tag));
  const custom = keyword !== '' && ![...found, ...chosen].includes(keyword) ? [keyword] : [];
  return (
    <SearchedChoices
      {...props}
      label={t('Search %{title}', { title: field.title.toLowerCase() })}
      text={text}
      onText={setText}
      choices={[...chosen, ...found, ...custom].map(choice)}
      isPending={isPending}
      error={error}
    />
  );
};
