import { createContext } from 'react';

/** Name of the field that stands after the others of its object. */
export const LastFieldContext = createContext<string | undefined>(undefined);
