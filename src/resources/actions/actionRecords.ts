import { createContext, use } from 'react';
import type { ListRecord } from '../fieldKit/types.ts';

export const ActionRecordsContext = createContext<readonly ListRecord[]>([]);

/** The records that an action is about, for panels below the form that asks for its input; none for an action of a list. */
export const useActionRecords = (): readonly ListRecord[] => use(ActionRecordsContext);
