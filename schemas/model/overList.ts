import type { FormModel } from './types.ts';

/** Whether a view of an entity is a dialog, its list in sight behind it: all of its form, or what a new record begins with. */
export const isOverList = (form: FormModel, view: string | undefined): boolean =>
  view === 'create'
    ? form.layout === 'dialog' || form.create !== undefined
    : view === 'edit' && form.layout === 'dialog';
