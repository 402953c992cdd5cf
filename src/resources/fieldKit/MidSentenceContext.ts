import { createContext } from 'react';

/** Whether a sentence is nested in another one, so that it starts in lower case. */
export const MidSentenceContext = createContext(false);
