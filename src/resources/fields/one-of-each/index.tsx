import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { tags } from '../tags/index.tsx';
import type { CellProps, DetailProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

const words = () => import('./words.tsx');

/** At most one choice of each group: a select for each, and in tables a column for each. */
export const oneOfEach: FieldTypeDefinition = {
  ...tags,
  name: 'one-of-each',
  tester: undefined,
  Cell: lazyComponent<CellProps>(() => words().then((it) => it.Words), { silent: true }),
  HeaderCell: lazyComponent<CellProps>(() => words().then((it) => it.GroupNames), { silent: true }),
  Detail: lazyComponent<DetailProps>(() => words().then((it) => it.MeaningsOf), { silent: true }),
  editor: () => import('./editor.tsx'),
};
