import { createContext } from 'react';

/** The title of the surrounding section; fields of the same name hide their label. */
export const SectionTitleContext = createContext<string | undefined>(undefined);
