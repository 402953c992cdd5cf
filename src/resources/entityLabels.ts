import type { EntityModel, FieldModel } from '../../schemas/model/types.ts';
import { formatNumber } from './format.ts';

type LabelledEntity = Pick<EntityModel, 'title' | 'plural' | 'counted'>;

/** The noun for a count of records: `variable`, `variables`; of the audience `people`. */
export const entityLabel = (
  { title, plural, counted: manyLabel = plural }: LabelledEntity,
  count: number,
): string => (count === 1 ? title : manyLabel).toLowerCase();

/** `1 variable`, `3 variables`, `1,204 people`. */
export const countLabel = (model: LabelledEntity, count: number): string =>
  `${formatNumber(count)} ${entityLabel(model, count)}`;

/** The noun for a count of items of a list: `topic`, `topics`. */
export const itemLabel = ({ title, item }: Pick<FieldModel, 'title' | 'item'>, count: number): string =>
  (count === 1 ? (item?.title ?? title) : title).toLowerCase();
