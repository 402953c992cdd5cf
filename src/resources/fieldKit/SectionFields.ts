import { createContext } from 'react';
import type { FormSection } from '../../../schemas/model/types.ts';

/** What the section around says of its fields, in the place of what they say of themselves. */
export const SectionFieldsContext = createContext<Pick<FormSection, 'help' | 'needed'>>({});
