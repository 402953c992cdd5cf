import { createContext } from 'react';

/** What is asked before the page around is left with something unsaved; without one, the console's own sentence. */
export const LeaveSentenceContext = createContext<string | undefined>(undefined);
