import type { FormModel } from './types.ts';

/**
 * Whether a view opens in a dialog over the list: the whole form, or the first fields of a new record (`form.create`).
 */
export const opensInDialog = (form: FormModel, view: string | undefined): boolean =>
  view === 'create'
    ? form.layout === 'dialog' || form.create !== undefined
    : view === 'edit' && form.layout === 'dialog';
