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

/** On a phone the guide is an entry of the menu of further actions, where the head has one. */
export const GUIDE_IN_MENU = {
  '&:has([data-opens-aside=guide][aria-haspopup]) [data-opens-aside=guide]:not([aria-haspopup])': {
    display: 'none',
  },
} as const;
