import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Tag } from '../shared/Badge.tsx';
import { Inline, Muted, NoValue, Wrap } from '../../fieldKit/parts.tsx';
import { lazyFilter } from '../shared/lazyFilter.tsx';
import { ChoiceFilter } from '../shared/filters.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue, FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const TagsFilter = lazyFilter(() => import('./TagsFilter.tsx').then((it) => it.TagsFilter));

const MAX_TAGS_IN_CELL = 2;

/** The label of a tag that is a choice, with its group's; other tags as they are. */
const tagLabel = ({ item }: FieldModel, tag: string): string => {
  const choice = item?.choices?.find(({ value }) => value === tag);
  if (!choice) return tag;
  return choice.group ? `${choice.group} ${choice.label.toLowerCase()}` : choice.label;
};
const tagLabels = (field: FieldModel, value: FieldValue): string[] =>
  Array.isArray(value) ? value.map((tag) => tagLabel(field, plainText(tag))) : [];

const TagsCell = ({ field, value }: CellProps) => {
  const tags = tagLabels(field, value);
  if (tags.length === 0) return <NoValue />;
  return (
    <Inline title={tags.join(t(', '))}>
      {tags.slice(0, MAX_TAGS_IN_CELL).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {tags.length > MAX_TAGS_IN_CELL && <Muted>+{tags.length - MAX_TAGS_IN_CELL}</Muted>}
    </Inline>
  );
};

const TagsDetail = ({ field, value }: CellProps) => {
  const tags = tagLabels(field, value);
  if (tags.length === 0) return <NoValue />;
  return (
    <Wrap>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </Wrap>
  );
};

/** Choices are all listed; free tags are searched. */
const Filter = (props: FilterProps) => {
  const { field } = props;
  const choices = field.item?.choices?.map(({ value }) => ({ value, label: tagLabel(field, String(value)) }));
  return choices ? <ChoiceFilter {...props} choices={choices} /> : <TagsFilter {...props} />;
};

export const tags: FieldTypeDefinition = {
  name: 'tags',
  tester: matchType('tags'),
  Cell: TagsCell,
  Detail: TagsDetail,
  Filter,
  filterStaysOpen: true,
  FilterLabel: ({ field, value }) => <>{tagLabels(field, value[''] ?? []).join(t(', '))}</>,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: (value, field) => tagLabels(field, value).join(t(', ')),
};
