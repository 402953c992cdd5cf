import { createContext } from 'react';
import type { FormSection } from '../../../schemas/model/types.ts';

/** Help and required marks that the surrounding section overrides. */
export const SectionFieldsContext = createContext<Pick<FormSection, 'help' | 'needed'>>({});
