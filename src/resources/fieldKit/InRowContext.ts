import { createContext } from 'react';

/** Whether fields stand in a row without labels that are seen: an empty input then says what it is for, or these words. */
export const InRowContext = createContext<boolean | string>(false);
