import { createContext } from 'react';

/** The question before the surrounding page is left with unsaved input; without one, the console's default. */
export const LeavePromptContext = createContext<string | undefined>(undefined);
