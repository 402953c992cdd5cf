import { isWritten } from './sources.ts';
import type { EntityModel } from './types.ts';

/** Whether records of the entity that were deleted can come back: their history says what they were. */
export const isRestorable = (model: Pick<EntityModel, 'features' | 'single' | 'source'>): boolean =>
  model.features.history && isWritten(model) && model.single === undefined;
