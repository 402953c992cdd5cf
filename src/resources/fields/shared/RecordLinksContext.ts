import { createContext } from 'react';

/** Whether records that are named are linked: not within a button, which takes one press. */
export const RecordLinksContext = createContext(true);
