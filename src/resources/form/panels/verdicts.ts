import { createContext, use, useEffect } from 'react';
import type { Tone } from '../../../../schemas/model/types.ts';

/** What a panel found out about the record, in a word or two: `LINE`, a sign for how well, and why. */
export interface Verdict {
  label: string;
  tone: Tone;
  text?: string;
}

/** Takes what the panel found out to its frame, which keeps it in sight also where the panel is closed. */
export const VerdictsContext = createContext<(verdicts: Verdict[]) => void>(() => undefined);

/** For panels: tells the frame around the verdicts; none takes them away. The list must be a stable one. */
export function useVerdicts(verdicts: Verdict[]): void {
  const tell = use(VerdictsContext);
  useEffect(() => {
    tell(verdicts);
  }, [tell, verdicts]);
}

/** Shows a field to somebody who looks at a panel: one that lies over the form is put away first. */
export const RevealContext = createContext<(reveal: () => void) => void>((reveal) => reveal());
