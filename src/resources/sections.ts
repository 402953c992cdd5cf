import type { FormSection } from '../../schemas/model/types.ts';
import type { ConsoleEntity } from './product.ts';

/** What a record consists of besides its facts: the sections of its first tab of fields, else those of its form. */
export const sectionsOf = ({ show, form }: ConsoleEntity): FormSection[] =>
  show.tabs.find((tab) => tab.kind === 'fields')?.sections ?? [...form.main, ...form.aside];
