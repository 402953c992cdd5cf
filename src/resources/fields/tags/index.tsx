import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Tag } from '../shared/Badge.tsx';
import { Inline, Muted, NoValue, Wrap } from '../../fieldKit/parts.tsx';
import { fetchedFilter } from '../shared/fetchedFilter.tsx';
import { ChoiceFilter } from '../shared/filters.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue, FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const TagsFilter = fetchedFilter(() => import('./TagsFilter.tsx').then((it) => it.TagsFilter));

const MAX_IN_CELL = 2;

/** A tag as people read it: one of a few choices by its words, with its group's. */
const wordsOf = ({ item }: FieldModel, tag: string): string => {
  const choice = item?.choices?.find(({ value }) => value === tag);
  if (!choice) return tag;
  return choice.group ? `${choice.group} ${choice.label.toLowerCase()}` : choice.label;
};
const tagsOf = (field: FieldModel, value: FieldValue): string[] =>
  Array.isArray(value) ? value.map((tag) => wordsOf(field, plainText(tag))) : [];

const TagsCell = ({ field, value }: CellProps) => {
  const tags = tagsOf(field, value);
  if (tags.length === 0) return <NoValue />;
  return (
    <Inline title={tags.join(t(', '))}>
      {tags.slice(0, MAX_IN_CELL).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {tags.length > MAX_IN_CELL && <Muted>+{tags.length - MAX_IN_CELL}</Muted>}
    </Inline>
  );
};

const TagsDetail = ({ field, value }: CellProps) => {
  const tags = tagsOf(field, value);
  if (tags.length === 0) return <NoValue />;
  return (
    <Wrap>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </Wrap>
  );
};

/** Tags that are choices are all offered; people's own are searched. */
const Filter = (props: FilterProps) => {
  const { field } = props;
  const choices = field.item?.choices?.map(({ value }) => ({ value, label: wordsOf(field, String(value)) }));
  return choices ? <ChoiceFilter {...props} choices={choices} /> : <TagsFilter {...props} />;
};

export const tags: FieldTypeDefinition = {
  name: 'tags',
  tester: matchType('tags'),
  Cell: TagsCell,
  Detail: TagsDetail,
  Filter,
  filterStaysOpen: true,
  FilterLabel: ({ field, value }) => <>{tagsOf(field, value[''] ?? []).join(t(', '))}</>,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: (value, field) => tagsOf(field, value).join(t(', ')),
};
