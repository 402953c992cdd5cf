import { createContext } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';

/** What something inside of a form does with the record that the form is of. */
export interface FormStore {
  /** Stores what is typed, and stays. Resolves to nothing where it was refused: the form says why. */
  save: () => Promise<EntityRecord | undefined>;
}

/** Absent around a form whose record is stored by others, such as one that is made from a reference. */
export const StoreContext = createContext<FormStore | undefined>(undefined);
