import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { Choice } from '../../../../schemas/model/types.ts';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { entityByName } from '../../product.ts';
import { SearchedChoices } from '../shared/SearchedChoices.tsx';
import { useDebouncedText } from '../shared/useDebouncedText.ts';
import type { FilterProps, ListRecord } from '../../fieldKit/types.ts';
import { useReferenceTitles } from './useReferenceTitles.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Pickers load ten at a time (docs/product.md). */
const OPTIONS_PER_PAGE = 10;

/** Filters by one or several referenced records, found by search; the chosen ones stay on top. */
export const ReferenceFilter = (props: FilterProps) => {
  const target = props.field.reference?.entity ?? '';
  const model = entityByName(target);
  const chosen = props.value[''] ?? [];
  const [text, setText] = useState('');
  const keyword = useDebouncedText(text.trim());
  const {
    data = [],
    isPending,
    error,
  } = useGetList<ListRecord>(target, {
    pagination: { page: 1, perPage: OPTIONS_PER_PAGE },
    filter: keyword ? { keyword } : {},
    sort: model.list.sort,
  });
  const titles = useReferenceTitles(target, chosen);
  const found: Choice[] = data.map((record) => ({ value: record.id, label: recordTitle(model, record) }));
  const chosenElsewhere: Choice[] = chosen
    .filter((id) => !data.some((record) => record.id === id))
    .map((id) => ({ value: id, label: titles(id) ?? '…' }));
  return (
    <SearchedChoices
      {...props}
      label={t('Search %{plural}', { plural: model.plural.toLowerCase() })}
      text={text}
      onText={setText}
      choices={[...chosenElsewhere, ...found]}
      isPending={isPending}
      error={error}
    />
  );
};
