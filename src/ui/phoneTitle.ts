/** Styles of a screen's title on a phone: at most two lines. */
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
 * Hides the guide's button on a phone where the header has a menu with more actions, which contains it, or where the title
 * is an input, which needs the space; the guide is in the console's menu too.
 */
export const GUIDE_IN_MENU = {
  [`&:has([data-opens-aside~=guide][aria-haspopup]) ${GUIDE}, &:has([data-place=title] input) ${GUIDE}`]: {
    display: 'none',
  },
} as const;
