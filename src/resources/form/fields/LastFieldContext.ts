import { createContext } from 'react';

/** Name of the field that is drawn after all others of its object. */
export const LastFieldContext = createContext<string | undefined>(undefined);
