import { HEADER_HEIGHT } from '../theme/tokens.ts';
import { GUIDE_IN_MENU, PHONE_TITLE } from './phoneTitle.ts';

/**
 * Styles of a screen's header on a phone: one line with the menu button or the back link, which are positioned over its
 * start (`--lead`), the title, and the actions. The element needs the attribute `data-page-head`.
 */
export const phoneHeader = {
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
  // The icon of the last button is aligned with the content below.
  '& > button:last-child': { marginRight: -10 },
  '& .MuiButton-root': { minHeight: 40 },
  ...GUIDE_IN_MENU,
} as const;
