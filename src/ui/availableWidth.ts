import useMediaQuery from '@mui/material/useMediaQuery';
import { createContext, use } from 'react';
import { SHEET_GAP } from '../theme/tokens.ts';

/** Minimum width of a screen beside a panel; with less, the panel covers the screen. */
const MIN_SCREEN_PX = 720;

/** Width of the menu, in pixels. */
export const MenuWidthContext = createContext(0);

/** Whether a panel of this width fits beside the screen. */
export const useFitsBeside = (width: number): boolean => {
  const taken = use(MenuWidthContext) + SHEET_GAP + width;
  return useMediaQuery(`(min-width:${taken + MIN_SCREEN_PX}px)`, { noSsr: true });
};

/** Width of the content that is not the current screen's, in pixels: a panel, or the list beside a record. */
export const SiblingWidthContext = createContext(0);

/** Whether the current screen is at least this wide, in pixels. */
export const useHasWidth = (width: number): boolean => {
  const taken = use(MenuWidthContext) + SHEET_GAP + use(SiblingWidthContext);
  return useMediaQuery(`(min-width:${taken + width}px)`, { noSsr: true });
};
