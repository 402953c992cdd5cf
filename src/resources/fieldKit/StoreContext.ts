import { createContext, type RefObject } from 'react';
import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';

/** What stands around a form has to know before it does something with the stored record. */
export interface EntityFormHandle {
  isDirty: () => boolean;
  /** The input is not wanted any more. */
  discard: () => void;
  /** Whether the input could be stored; its faults are shown from now on. */
  validate: () => boolean;
  /** Stores the input and stays. Resolves to the stored record, or to nothing where it was refused. */
  save: () => Promise<EntityRecord | undefined>;
  /** Shows faults of the record at their fields. */
  showErrors: (faults: FieldErrors) => void;
}

/** What something inside of a form does with the record that the form is of. */
export interface FormStore {
  /** Stores what is typed, and stays. Resolves to nothing where it was refused: the form says why. */
  save: () => Promise<EntityRecord | undefined>;
  form: RefObject<EntityFormHandle | null>;
}

/** Absent around a form whose record is stored by others, such as one that is made from a reference. */
export const StoreContext = createContext<FormStore | undefined>(undefined);
