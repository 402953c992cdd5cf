import { styled } from '@mui/material/styles';

/** Height of a table row in pixels. */
export const ROW_HEIGHT = 44;
/** Of who wants to see more rows. */
export const COMPACT_HEIGHT = 34;
/** What stands above and below a list's rows and footer (docs/product.md). */
const LAYOUT_OFFSET = 225;
/** Height of the row with search and tools, which counts to that. */
const TOOLBAR = 61;

/** The frame of a list: as high as its rows, at most what is left of the window. */
export const Panel = styled('section')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 320,
    maxHeight: `calc(100vh - ${LAYOUT_OFFSET - TOOLBAR}px)`,
    overflow: 'hidden',
    borderRadius: 8,
    border: `1px solid ${palette.divider}`,
    backgroundColor: palette.background.paper,
    '& > *': { flexShrink: 0 },
    [theme.breakpoints.down('sm')]: { maxHeight: `max(480px, calc(100dvh - ${LAYOUT_OFFSET - TOOLBAR}px))` },
  };
});

/** The box that scrolls, so that the page never does sideways. */
export const Scroller = styled('div')({
  position: 'relative',
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  transition: 'opacity 120ms',
  '&&': { flexShrink: 1 },
  '&[aria-busy=true]': { opacity: 0.6 },
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
});

/** One stylesheet for all rows and cells: a cell of its own style each would cost frames while scrolling. */
export const Table = styled('table')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    tableLayout: 'fixed',
    fontSize: 14,
    lineHeight: '20px',
    '& th, & td': {
      height: ROW_HEIGHT,
      padding: '0 12px',
      borderBottom: `1px solid ${palette.divider}`,
      textAlign: 'left',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      boxSizing: 'border-box',
    },
    '&[data-density=compact] td': { height: COMPACT_HEIGHT, fontSize: 13 },
    '& th': {
      position: 'sticky',
      top: 0,
      zIndex: 2,
      height: 40,
      fontSize: 12,
      fontWeight: 500,
      color: palette.text.secondary,
      backgroundColor: palette.background.paper,
    },
    '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
    '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '& .center': { textAlign: 'center' },
    '& .box': { width: 44, padding: 0, textAlign: 'center' },
    '& .spoken': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    // In reach also where the columns are wider than the window.
    '& .menu': {
      position: 'sticky',
      right: 0,
      zIndex: 1,
      width: 52,
      padding: '0 8px',
      textAlign: 'right',
      backgroundColor: palette.background.paper,
    },
    '& th button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      padding: 0,
      border: 0,
      background: 'none',
      font: 'inherit',
      color: 'inherit',
      cursor: 'pointer',
      borderRadius: 4,
    },
    '& th button:hover, & th[aria-sort] button': { color: palette.text.primary },
    '& th svg': { fontSize: 14, flexShrink: 0 },
    '& tbody tr[data-index]': { cursor: 'pointer' },
    '& tbody tr[data-index]:hover': { backgroundColor: palette.action.hover },
    '& tbody tr[data-selected=true]': { backgroundColor: palette.action.selected },
    '& tbody tr[data-index]:focus-visible': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: -2,
    },
    '& tbody tr:last-of-type td': { borderBottomColor: 'transparent' },
    ...rowParts(palette),
  };
});

/** What rows and cards share: the link of the title, the box, the menu's button. */
export const rowParts = (palette: {
  text: { primary: string; secondary: string };
  action: { hover: string };
  primary: { main: string };
}) => ({
  '& a.title': { color: palette.text.primary, fontWeight: 500, textDecoration: 'none' },
  '& a.title:hover': { textDecoration: 'underline' },
  '& a.title:focus-visible, & button:focus-visible, & input:focus-visible': {
    outline: `2px solid ${palette.primary.main}`,
    outlineOffset: 1,
    borderRadius: 4,
  },
  '& input[type=checkbox]': {
    width: 16,
    height: 16,
    margin: 0,
    accentColor: palette.primary.main,
    verticalAlign: 'middle',
    cursor: 'pointer',
  },
  '& button.more': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 32,
    height: 32,
    padding: 0,
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: palette.text.secondary,
    cursor: 'pointer',
  },
  '& button.more:hover': { backgroundColor: palette.action.hover, color: palette.text.primary },
  '& button.more svg': { fontSize: 20 },
});
