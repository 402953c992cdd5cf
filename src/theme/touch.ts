/** Media query of touch devices. */
export const TOUCH_DEVICE = '@media (pointer:coarse)';
/** Whether the device is used by touch; its on-screen keyboard may cover half of the screen. */
export const isTouchDevice = (): boolean => matchMedia('(pointer: coarse)').matches;
/** Minimum size of a touch target, in pixels, whatever its visible size (WCAG 2.5.5). */
export const TOUCH_TARGET = 44;
/** Segments of a control with the same width, as wide as the longest needs. */
export const EVEN_PARTS = {
  ...{ display: 'inline-grid', grid: 'auto / auto-flow minmax(max-content, 1fr)' },
  ...{ padding: 0, gap: 0 },
} as const;
const TAPPABLE = ':where(button,summary,[role=button],[role=tab],[role=switch],.MuiButtonBase-root)';

/** Extends the touch target of small buttons beyond their visible size; a checkbox or switch with its label has the height of one. */
export const touchCss = (): string =>
  `${TOUCH_DEVICE}{${TAPPABLE}{position:relative}:is(.MuiFormControlLabel-root,label:has([role=switch]),.MuiInputBase-root){min-height:${TOUCH_TARGET}px}` +
  `${TAPPABLE}::after{content:"";position:absolute;left:50%;top:50%;width:max(100%,${TOUCH_TARGET}px);height:max(100%,${TOUCH_TARGET}px);transform:translate(-50%,-50%)}}`;
