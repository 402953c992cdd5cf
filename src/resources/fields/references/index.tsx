import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import { ReferenceFilter, ReferenceFilterLabel } from '../reference/index.tsx';
import { RecordLink } from '../shared/RecordLink.tsx';
import { Inline, Muted, NoValue, Wrap } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const MAX_LINKS_IN_CELL = 3;
const Ellipsis = styled('span')({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const idsOf = (value: FieldValue): string[] => (Array.isArray(value) ? value.map(plainText) : []);

const ReferencesCell = ({ field, value }: CellProps) => {
  const ids = idsOf(value);
  if (ids.length === 0) return <NoValue />;
  return (
    <Inline>
      {/* In one line, so that the last name is cut and not each of them. */}
      <Ellipsis>
        {ids.slice(0, MAX_LINKS_IN_CELL).map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <RecordLink entity={field.reference?.entity ?? ''} id={id} />
          </Fragment>
        ))}
      </Ellipsis>
      {ids.length > MAX_LINKS_IN_CELL && <Muted>+{ids.length - MAX_LINKS_IN_CELL}</Muted>}
    </Inline>
  );
};

const ReferencesDetail = ({ field, value }: CellProps) => {
  const ids = idsOf(value);
  if (ids.length === 0) return <NoValue />;
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
  notLinkable: true,
  tester: matchType('references'),
  Cell: ReferencesCell,
  Detail: ReferencesDetail,
  Filter: ReferenceFilter,
  filterStaysOpen: true,
  FilterLabel: ReferenceFilterLabel,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: (value, field, tools) =>
    idsOf(value)
      .map((id) => tools.titleOf(field.reference?.entity ?? '', id) ?? id)
      .join(t(', ')),
};
