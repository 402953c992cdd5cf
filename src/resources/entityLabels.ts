import type { EntityModel, FieldModel } from '../../schemas/model/types.ts';
import { formatNumber } from './format.ts';

type LabelledEntity = Pick<EntityModel, 'title' | 'plural' | 'counted'>;

/** What so many records are called: `variable`, `variables`; of the audience `people`. */
export const entityLabel = (
  { title, plural, counted: many = plural }: LabelledEntity,
  count: number,
): string => (count === 1 ? title : many).toLowerCase();

/** `1 variable`, `3 variables`, `1,204 people`. */
export const countLabel = (model: LabelledEntity, count: number): string =>
  `${formatNumber(count)} ${entityLabel(model, count)}`;

/** What so many items of a list are called: `topic`, `topics`. */
export const itemLabel = ({ title, item }: Pick<FieldModel, 'title' | 'item'>, count: number): string =>
  (count === 1 ? (item?.title ?? title) : title).toLowerCase();
