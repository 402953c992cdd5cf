import { createContext, use, useEffect } from 'react';
import type { Tone } from '../../../schemas/model/types.ts';

/** A panel's status of the record: a short label such as `LINE`, a tone and an explanation. */
export interface PanelStatus {
  label: string;
  tone: Tone;
  text?: string;
}

/** Passes the panel's statuses to its frame, which shows them even while the panel is closed. */
export const PanelStatusContext = createContext<(statuses: PanelStatus[]) => void>(() => undefined);

/** For panels: shows statuses in the surrounding frame; an empty list clears them. The list must be stable. */
export function usePanelStatus(statuses: PanelStatus[]): void {
  const publish = use(PanelStatusContext);
  useEffect(() => {
    publish(statuses);
  }, [publish, statuses]);
}

/** Reveals a field from within a panel; a panel drawer over the form is closed first. */
export const RevealContext = createContext<(reveal: () => void) => void>((reveal) => reveal());
