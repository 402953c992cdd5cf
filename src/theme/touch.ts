/** Where fingers point. */
export const FINGER = '@media (pointer:coarse)';
/** Whether fingers point, of whom many have no keyboard but the one that covers half of the screen. */
export const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;
/** How tall and wide what a finger taps is at least, in pixels, whatever of it is drawn (WCAG 2.5.5). */
export const TARGET = 44;
const TAPPED = ':where(button,summary,[role=button],[role=tab],[role=switch],.MuiButtonBase-root)';

/** Small buttons answer around themselves too, without being drawn larger; a box or a switch with its label is a line. */
export const touchCss = (): string =>
  `${FINGER}{${TAPPED}{position:relative}:is(.MuiFormControlLabel-root,label:has([role=switch]),.MuiInputBase-root){min-height:${TARGET}px}` +
  `${TAPPED}::after{content:"";position:absolute;left:50%;top:50%;width:max(100%,${TARGET}px);height:max(100%,${TARGET}px);transform:translate(-50%,-50%)}}`;
