import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { tags } from '../tags/index.tsx';
import type { CellProps, DetailProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

const loadDisplay = () => import('./display.tsx');

/** At most one choice of each group: a select for each group, and a column for each in tables. */
export const oneOfEach: FieldTypeDefinition = {
  ...tags,
  name: 'one-of-each',
  tester: undefined,
  Cell: lazyComponent<CellProps>(() => loadDisplay().then((it) => it.ChosenLabels), { silent: true }),
  HeaderCell: lazyComponent<CellProps>(() => loadDisplay().then((it) => it.GroupNames), { silent: true }),
  Detail: lazyComponent<DetailProps>(() => loadDisplay().then((it) => it.ChosenDescriptions), {
    silent: true,
  }),
  editor: () => import('./editor.tsx'),
};
