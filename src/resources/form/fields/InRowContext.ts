import { createContext } from 'react';

/** Whether fields stand in a row without labels that are seen: an empty input then says what it is for. */
export const InRowContext = createContext(false);
