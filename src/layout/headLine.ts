import { HEADER_HEIGHT } from '../theme/tokens.ts';

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

/**
 * The head of a screen on a phone: one line with the menu's handle and the way back, which lie over its beginning
 * (`--lead`), the title, and what can be done. Whoever draws one marks it with `data-page-head`.
 */
export const headLine = {
  position: 'sticky',
  top: 0,
  zIndex: 4,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: HEADER_HEIGHT,
  boxSizing: 'border-box',
  margin: '0 calc(-1 * var(--edge)) 8px',
  padding: '0 var(--edge) 0 calc(var(--edge) + var(--lead, 0px))',
  background: 'var(--sheet)',
  '& h1': { flex: '1 1 0', ...PHONE_TITLE },
  // The sign of the last button ends where all else does.
  '& > button:last-child': { marginRight: -10 },
  ...GUIDE_IN_MENU,
} as const;
