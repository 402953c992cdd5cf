import { type View, viewsOf } from './paths.ts';
import type { ConsoleEntity } from './product.ts';

/**
 * Whether the person may open a view of an entity. Without a show page the form is opened read-only by people who may
 * only read.
 */
export const mayOpen = (
  may: (entity: string, action: string) => boolean,
  model: ConsoleEntity,
  view: View,
): boolean =>
  may(model.name, view) || (view === 'edit' && !viewsOf(model).includes('show') && may(model.name, 'show'));
