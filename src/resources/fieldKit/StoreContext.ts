import { createContext, type RefObject } from 'react';
import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';

/** What a form offers to the components around it. */
export interface EntityFormHandle {
  isDirty: () => boolean;
  /** Drops the unsaved input. */
  discard: () => void;
  /** Validates the input and shows its errors; true when it can be stored. */
  validate: () => boolean;
  /** Saves without leaving the screen. Resolves to the stored record, or to undefined when it was rejected. */
  save: () => Promise<EntityRecord | undefined>;
  /** Shows errors at their fields. */
  showErrors: (faults: FieldErrors) => void;
}

/** What a form offers to components inside it. */
export interface FormStore {
  /** Saves without leaving the screen. Resolves to undefined when it was rejected; the form shows why. */
  save: () => Promise<EntityRecord | undefined>;
  form: RefObject<EntityFormHandle | null>;
}

/** Undefined for forms that do not save by themselves, such as one that creates a referenced record. */
export const StoreContext = createContext<FormStore | undefined>(undefined);
