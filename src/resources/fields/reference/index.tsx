import { lazyFilter } from '../shared/lazyFilter.tsx';
import { NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { isBlank, matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FilterProps } from '../../fieldKit/types.ts';
import { RecordLink } from '../shared/RecordLink.tsx';
import { useReferenceTitles } from './useReferenceTitles.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export const ReferenceFilter = lazyFilter(() =>
  import('./ReferenceFilter.tsx').then((it) => it.ReferenceFilter),
);

const ReferenceCell = ({ field, value }: CellProps) =>
  isBlank(value) ? <NoValue /> : <RecordLink entity={field.reference?.entity ?? ''} id={plainText(value)} />;

/** The titles of the records that a filter names. */
export const ReferenceFilterLabel = ({ field, value }: Omit<FilterProps, 'onChange'>) => {
  const ids = value[''] ?? [];
  const titleOf = useReferenceTitles(field.reference?.entity ?? '', ids);
  return <>{ids.map((id) => titleOf(id) ?? '…').join(t(', '))}</>;
};

export const reference: FieldTypeDefinition = {
  name: 'reference',
  notLinkable: true,
  tester: matchType('reference'),
  Cell: ReferenceCell,
  Filter: ReferenceFilter,
  filterStaysOpen: true,
  FilterLabel: ReferenceFilterLabel,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: (value, field, tools) => {
    const id = plainText(value);
    return tools.titleOf(field.reference?.entity ?? '', id) ?? id;
  },
};
