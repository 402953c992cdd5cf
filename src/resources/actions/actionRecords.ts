import { createContext, use } from 'react';
import type { ListRecord } from '../fieldKit/types.ts';

export const ActionRecordsContext = createContext<readonly ListRecord[]>([]);

/** The records the action runs on, for panels of its dialog; empty for list-level actions. */
export const useActionRecords = (): readonly ListRecord[] => use(ActionRecordsContext);
