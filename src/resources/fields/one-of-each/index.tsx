import { part } from '../../../layout/part.tsx';
import { tags } from '../tags/index.tsx';
import type { CellProps, DetailProps, FieldTypeDefinition } from '../types.ts';

const words = () => import('./words.tsx');

/** At most one choice of each group: a select for each, and in tables a column for each. */
export const oneOfEach: FieldTypeDefinition = {
  ...tags,
  name: 'one-of-each',
  tester: undefined,
  Cell: part<CellProps>(() => words().then((it) => it.Words), { quiet: true }),
  Head: part<CellProps>(() => words().then((it) => it.GroupNames), { quiet: true }),
  Detail: part<DetailProps>(() => words().then((it) => it.MeaningsOf), { quiet: true }),
  editor: () => import('./editor.tsx'),
};
