import type { FormSection } from '../../schemas/model/types.ts';
import type { ConsoleEntity } from './product.ts';

/** The sections of a record: those of its first tab of fields, else those of its form. */
export const sectionsOf = ({ show, form }: ConsoleEntity): FormSection[] =>
  show.tabs.find((tab) => tab.kind === 'fields')?.sections ?? [...form.main, ...form.aside];
