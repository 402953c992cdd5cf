import { styled } from '@mui/material/styles';
import { ReferenceFilter, ReferenceFilterLabel } from '../reference/index.tsx';
import { RecordLink } from '../reference/RecordLink.tsx';
import { Inline, Muted, None, Wrap } from '../shared/parts.tsx';
import { plainText } from '../text/index.tsx';
import { ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../types.ts';

const IN_CELL = 2;
const Shortened = styled('span')({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const idsOf = (value: FieldValue): string[] => (Array.isArray(value) ? value.map(plainText) : []);

const ReferencesCell = ({ field, value }: CellProps) => {
  const ids = idsOf(value);
  if (ids.length === 0) return <None />;
  return (
    <Inline>
      {ids.slice(0, IN_CELL).map((id, index) => (
        <Shortened key={id}>
          <RecordLink entity={field.reference?.entity ?? ''} id={id} />
          {index < Math.min(ids.length, IN_CELL) - 1 && ','}
        </Shortened>
      ))}
      {ids.length > IN_CELL && <Muted>+{ids.length - IN_CELL}</Muted>}
    </Inline>
  );
};

const ReferencesDetail = ({ field, value }: CellProps) => {
  const ids = idsOf(value);
  if (ids.length === 0) return <None />;
  return (
    <Wrap>
      {ids.map((id) => (
        <RecordLink key={id} entity={field.reference?.entity ?? ''} id={id} />
      ))}
    </Wrap>
  );
};

export const references: FieldTypeDefinition = {
  name: 'references',
  noTitle: true,
  tester: ofType('references'),
  Cell: ReferencesCell,
  Detail: ReferencesDetail,
  Filter: ReferenceFilter,
  filterStaysOpen: true,
  FilterLabel: ReferenceFilterLabel,
  editor: () => import('./editor.tsx'),
  operators: [''],
  toText: (value, field, tools) =>
    idsOf(value)
      .map((id) => tools.titleOf(field.reference?.entity ?? '', id) ?? id)
      .join(', '),
};
