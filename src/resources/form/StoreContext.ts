import { createContext } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';

/** Where the form of a record that was just created goes on: at the step that waited for it, or where something was done. */
export type ContinuedFromCreate = 'step' | 'action';

/** What something inside of a form does with the record that the form is of. */
export interface FormStore {
  /** What a record is called: "Channel". */
  noun: string;
  /** Stores what is typed, and stays. Resolves to nothing where it was refused: the form says why. */
  save: () => Promise<EntityRecord | undefined>;
  /** A new record is stored, and something was done with it: its own form shows what came of it. */
  goOn: (saved: EntityRecord) => void;
}

/** Absent around a form whose record is stored by others, such as one that is made from a reference. */
export const StoreContext = createContext<FormStore | undefined>(undefined);

/** What the state of an address says of that. */
export const onwardOf = (state: unknown): ContinuedFromCreate | undefined =>
  (state as { onward?: ContinuedFromCreate } | null)?.onward;
