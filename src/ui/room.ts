import useMediaQuery from '@mui/material/useMediaQuery';
import { createContext, use } from 'react';
import { SHEET_GAP } from '../theme/tokens.ts';

/** The least that a screen keeps beside a panel, in pixels; where it would have less, the panel lies over it. */
const MIN_SCREEN_PX = 720;

/** How much of the window the menu takes, in pixels. */
export const MenuWidthContext = createContext(0);

/** Whether a panel of this width has room beside the screen. */
export const useHasRoomBeside = (width: number): boolean => {
  const taken = use(MenuWidthContext) + SHEET_GAP + width;
  return useMediaQuery(`(min-width:${taken + MIN_SCREEN_PX}px)`, { noSsr: true });
};

/** How much of the sheet stands beside the screen around, in pixels: a panel, the list that a record stands beside. */
export const TakenContext = createContext(0);

/** Whether the screen around is at least so wide, in pixels. */
export const useHasRoom = (width: number): boolean => {
  const taken = use(MenuWidthContext) + SHEET_GAP + use(TakenContext);
  return useMediaQuery(`(min-width:${taken + width}px)`, { noSsr: true });
};
