/** The title of a screen on a phone: as long as it fits, over two lines else. */
export const PHONE_TITLE = {
  minWidth: 0,
  overflow: 'hidden',
  fontSize: 18,
  lineHeight: '24px',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const;

const GUIDE = '[data-opens-aside=guide]:not([aria-haspopup])';

/**
 * On a phone the guide is an entry of the menu of further actions, where the head has one. A name that is typed needs
 * the line: the guide is in the menu of the console.
 */
export const GUIDE_IN_MENU = {
  [`&:has([data-opens-aside~=guide][aria-haspopup]) ${GUIDE}, &:has([data-place=title] input) ${GUIDE}`]: {
    display: 'none',
  },
} as const;
