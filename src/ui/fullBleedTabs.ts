import { PHONE } from '../theme/tokens.ts';

/**
 * Tabs from edge to edge of their sheet: their line reaches both, and those that have no room are scrolled below the
 * edges, where they fade.
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
