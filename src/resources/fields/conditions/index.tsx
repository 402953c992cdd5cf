import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { object } from '../object/index.tsx';
import { NoValue } from '../../fieldKit/parts.tsx';
import { isBlank, type CellProps, type DetailProps, type FieldTypeDefinition } from '../../fieldKit/types.ts';

const ReadableConditions = lazyComponent(
  () => import('./ReadableConditions.tsx').then((module) => module.ReadableConditions),
  { silent: true },
);

const ConditionsCell = ({ field, value, Value }: CellProps & Partial<Pick<DetailProps, 'Value'>>) =>
  isBlank(value) || !Value ? <NoValue /> : <ReadableConditions {...{ field, value, Value }} />;

/** Displays a tree of conditions as a sentence, and edits its lists. */
export const conditions: FieldTypeDefinition = {
  name: 'conditions',
  notLinkable: true,
  // Used only through `display`.
  tester: () => -1,
  Cell: ConditionsCell,
  items: {
    load: () => import('./ConditionsView.tsx'),
    startOpen: () => undefined,
    draws: ['addButton', 'heading'],
  },
  operators: [],
  toText: object.toText,
};
