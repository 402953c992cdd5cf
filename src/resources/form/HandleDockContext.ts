import { createContext } from 'react';

interface HandleDock {
  /** The place in the bar of the form's buttons, while there is such a bar. */
  dock: HTMLElement | null;
  setDock: (place: HTMLElement | null) => void;
}

/** Where the handle of a form's panels stands: in the bar of its buttons, or at the sheet's edge where it has none. */
export const HandleDockContext = createContext<HandleDock | undefined>(undefined);
