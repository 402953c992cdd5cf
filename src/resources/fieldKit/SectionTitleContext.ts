import { createContext } from 'react';

/** The heading under which fields stand; a list of the same name does not say it again. */
export const SectionTitleContext = createContext<string | undefined>(undefined);
