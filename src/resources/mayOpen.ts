import { type View, viewsOf } from './paths.ts';
import type { ConsoleEntity } from './product.ts';

/**
 * Whether the person may open a view of an entity. Where a record has no page of its own, its form shows it to those
 * who may only read: nothing can be typed there.
 */
export const mayOpen = (
  may: (entity: string, action: string) => boolean,
  model: ConsoleEntity,
  view: View,
): boolean =>
  may(model.name, view) || (view === 'edit' && !viewsOf(model).includes('show') && may(model.name, 'show'));
