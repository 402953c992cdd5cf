import { PHONE } from '../theme/tokens.ts';

/**
 * Styles of tabs across the full width of the content: their line reaches both edges, and tabs that do not fit scroll
 * below the edges, where they fade.
 */
export const fullBleedTabs = {
  borderBottom: '1px solid var(--line)',
  marginInline: 'calc(-1 * var(--edge))',
  '& .MuiTabs-scroller': {
    maskImage:
      'linear-gradient(to right, transparent, #000 var(--edge) calc(100% - var(--edge)), transparent)',
  },
  '& .MuiTabs-list': { paddingInline: 'var(--edge)', width: 'max-content' },
  [PHONE]: { '& .MuiTab-root': { marginRight: '13px', '&:last-of-type': { marginRight: 0 } } },
} as const;
