import { part } from '../../../layout/part.tsx';
import { number } from '../number/index.tsx';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const Cell = part<CellProps>(() => import('./CountedPictures.tsx').then((it) => it.CountedPictures), {
  quiet: true,
});

export const pictures: FieldTypeDefinition = {
  name: 'pictures',
  noTitle: true,
  Cell,
  operators: [],
  toText: number.toText,
};
