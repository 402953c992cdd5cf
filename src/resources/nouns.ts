import type { EntityModel } from '../../schemas/model/types.ts';
import { formatNumber } from './fields/shared/format.ts';

type Named = Pick<EntityModel, 'title' | 'plural' | 'counted'>;

/** What so many records are called: `variable`, `variables`; of the audience `profiles`. */
export const nounFor = ({ title, plural, counted: many = plural }: Named, count: number): string =>
  (count === 1 ? title : many).toLowerCase();

/** `1 variable`, `3 variables`, `1,204 profiles`. */
export const counted = (model: Named, count: number): string =>
  `${formatNumber(count)} ${nounFor(model, count)}`;
