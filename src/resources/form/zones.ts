import type { FormModel } from '../../../schemas/model/types.ts';

/** How wide a screen is, in pixels, that has room for a panel beside a form of 480, or of 720 with a rail in it. */
export const minWidthWithPanels = (form: Pick<FormModel, 'layout'> | undefined): number =>
  isFullBleedForm(form) ? 1112 : 872;
/** From here on there is room for so many panels beside it, each in a zone of its own. */
export const TWO_PANELS_QUERY = '(min-width:1400px)';
const MAX_SIDE_ZONES = 2;

/** Whether a form reaches from edge to edge, parted into zones. */
export const isFullBleedForm = (form: Pick<FormModel, 'layout'> | undefined): boolean =>
  form?.layout === 'editor' || form?.layout === 'panes';

/** Whether each panel of a form has a zone of its own, once there is room. */
export const hasPanelColumns = ({ layout, panels }: Pick<FormModel, 'layout' | 'panels'>): boolean =>
  layout === 'panes' && panels.length === MAX_SIDE_ZONES;
