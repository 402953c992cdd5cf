import { isWritable } from './sources.ts';
import type { EntityModel } from './types.ts';

/** Whether deleted records of the entity can be restored from their history. */
export const isRestorable = (model: Pick<EntityModel, 'features' | 'single' | 'source'>): boolean =>
  model.features.history && isWritable(model) && model.single === undefined;
