import type { FormModel } from '../../../schemas/model/types.ts';

/** Minimum screen width in pixels for a panel beside a form of 480 px, or of 720 px with a rail. */
export const minWidthWithPanels = (form: Pick<FormModel, 'layout'> | undefined): number =>
  isFullBleedForm(form) ? 1112 : 872;
/** From this width on `MAX_SIDE_ZONES` panels fit beside the form, each in its own zone. */
export const TWO_PANELS_QUERY = '(min-width:1400px)';
const MAX_SIDE_ZONES = 2;

/** Whether a form is full-bleed, divided into zones. */
export const isFullBleedForm = (form: Pick<FormModel, 'layout'> | undefined): boolean =>
  form?.layout === 'editor' || form?.layout === 'panes';

/** Whether each panel of a form gets its own zone where there is room. */
export const hasPanelColumns = ({ layout, panels }: Pick<FormModel, 'layout' | 'panels'>): boolean =>
  layout === 'panes' && panels.length === MAX_SIDE_ZONES;
