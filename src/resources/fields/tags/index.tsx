import { Tag } from '../shared/Badge.tsx';
import { Inline, Muted, None, Wrap } from '../shared/parts.tsx';
import { TagsFilter } from '../shared/filters.ts';
import { plainText } from '../text/index.tsx';
import { ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../types.ts';

const IN_CELL = 2;
const tagsOf = (value: FieldValue): string[] => (Array.isArray(value) ? value.map(plainText) : []);

const TagsCell = ({ value }: CellProps) => {
  const tags = tagsOf(value);
  if (tags.length === 0) return <None />;
  return (
    <Inline title={tags.join(', ')}>
      {tags.slice(0, IN_CELL).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {tags.length > IN_CELL && <Muted>+{tags.length - IN_CELL}</Muted>}
    </Inline>
  );
};

const TagsDetail = ({ value }: CellProps) => {
  const tags = tagsOf(value);
  if (tags.length === 0) return <None />;
  return (
    <Wrap>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </Wrap>
  );
};

export const tags: FieldTypeDefinition = {
  name: 'tags',
  tester: ofType('tags'),
  Cell: TagsCell,
  Detail: TagsDetail,
  Filter: TagsFilter,
  filterStaysOpen: true,
  operators: [''],
  toText: (value) => tagsOf(value).join(', '),
};
