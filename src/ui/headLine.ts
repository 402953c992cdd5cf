import { HEADER_HEIGHT } from '../theme/tokens.ts';
import { GUIDE_IN_MENU, PHONE_TITLE } from './phoneTitle.ts';

/**
 * The head of a screen on a phone: one line with the menu's handle or the way back, which lie over its beginning
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
  '& .MuiButton-root': { minHeight: 40 },
  ...GUIDE_IN_MENU,
} as const;
