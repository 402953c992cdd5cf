import { createContext } from 'react';

/** Whether referenced records are links: not inside a button. */
export const RecordLinksContext = createContext(true);
