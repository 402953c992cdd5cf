import { createContext } from 'react';

/** Whether words stand before what is said: it begins without a capital. */
export const MidSentenceContext = createContext(false);
