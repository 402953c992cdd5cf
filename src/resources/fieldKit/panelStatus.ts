import { createContext, use, useEffect } from 'react';
import type { Tone } from '../../../schemas/model/types.ts';

/** What a panel found out about the record, in a word or two: `LINE`, a sign for how well, and why. */
export interface PanelStatus {
  label: string;
  tone: Tone;
  text?: string;
}

/** Gives the panel's statuses to its frame, which keeps them in sight also where the panel is closed. */
export const PanelStatusContext = createContext<(verdicts: PanelStatus[]) => void>(() => undefined);

/** For panels: shows statuses in the frame around; an empty list clears them. The list must be a stable one. */
export function usePanelStatus(verdicts: PanelStatus[]): void {
  const tell = use(PanelStatusContext);
  useEffect(() => {
    tell(verdicts);
  }, [tell, verdicts]);
}

/** Shows a field to somebody who looks at a panel: one that lies over the form is put away first. */
export const RevealContext = createContext<(reveal: () => void) => void>((reveal) => reveal());
