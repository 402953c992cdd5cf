import type { FormModel } from '../../../schemas/model/types.ts';

/** From here on there is room beside a form. */
export const WIDE = '(min-width:1200px)';
/** From here on there is room for so many panels beside it, each in a zone of its own. */
export const WIDEST = '(min-width:1400px)';
export const MAX_SIDE_ZONES = 2;

/** Whether a form reaches from edge to edge, parted into zones. */
export const hasZones = (form: Pick<FormModel, 'as'> | undefined): boolean =>
  form?.as === 'editor' || form?.as === 'zones';

/** Whether each panel of a form has a zone of its own, once there is room. */
export const haveOwnZones = ({ as, panels }: Pick<FormModel, 'as' | 'panels'>): boolean =>
  as === 'zones' && panels.length === MAX_SIDE_ZONES;
