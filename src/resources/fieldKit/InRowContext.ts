import { createContext } from 'react';

/** Whether fields stand in a row with hidden labels. Empty inputs then show a placeholder: the label, or this text. */
export const InRowContext = createContext<boolean | string>(false);
