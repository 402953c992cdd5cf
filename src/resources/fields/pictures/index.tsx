import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { number } from '../number/index.tsx';
import type { CellProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

const Cell = lazyComponent<CellProps>(
  () => import('./CountedPictures.tsx').then((it) => it.CountedPictures),
  {
    silent: true,
  },
);

export const pictures: FieldTypeDefinition = {
  name: 'pictures',
  notLinkable: true,
  Cell,
  operators: [],
  toText: number.toText,
};
