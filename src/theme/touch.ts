/** Where fingers point. */
export const FINGER = '@media (pointer:coarse)';
/** How tall and wide what a finger taps is at least, in pixels, whatever of it is drawn (WCAG 2.5.5). */
export const TARGET = 44;
const TAPPED = ':where(button,summary,[role=button],[role=tab],[role=switch],.MuiButtonBase-root)';

/** Small buttons answer around themselves too; nothing is drawn larger or moves. */
export const touchCss = (): string =>
  `${FINGER}{${TAPPED}{position:relative}` +
  `${TAPPED}::after{content:"";position:absolute;left:50%;top:50%;width:max(100%,${TARGET}px);height:max(100%,${TARGET}px);transform:translate(-50%,-50%)}}`;
