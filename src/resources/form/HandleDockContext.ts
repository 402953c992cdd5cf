import { createContext } from 'react';

interface HandleDock {
  /** The element in the form's button bar, while there is a bar. */
  dock: HTMLElement | null;
  setDock: (place: HTMLElement | null) => void;
}

/** Where the handle of the panels' drawer is drawn: docked in the form's button bar, or at the lower edge. */
export const HandleDockContext = createContext<HandleDock | undefined>(undefined);
