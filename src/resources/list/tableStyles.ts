import { styled } from '@mui/material/styles';
import { ROW_HEIGHT } from '../../theme/tokens.ts';
import { TEXT } from '../../theme/text.ts';

export { ROW_HEIGHT as ROW_HEIGHT_PX } from '../../theme/tokens.ts';
/** Row height of the compact density. */
export const COMPACT_ROW_HEIGHT_PX = 36;
/** Row height with a picture. */
export const PICTURE_ROW_HEIGHT_PX = 92;
/** Width of a mark with its gap, and of a picture instead. */
export const MARK_WIDTH_PX = 34;
export const PICTURE_MARK_WIDTH_PX = 122;
/** Height of the page besides a list's rows and footer (docs/product.md). */
const LAYOUT_OFFSET_PX = 225;
/** Height of the toolbar, which is part of that. */
const TOOLBAR_HEIGHT_PX = 61;

/** The frame of a list: as high as its rows, at most the remaining height of the window. */
export const Panel = styled('section')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 320,
  // Inside another screen its height is not limited.
  maxHeight: `calc(100dvh - ${LAYOUT_OFFSET_PX - TOOLBAR_HEIGHT_PX}px)`,
  'div > header ~ &, div > [role=tablist] + &': { maxHeight: 'none' },
  // In a record's tab it is full-bleed, so that its first cells align with the tab.
  '[role=tabpanel] &': { margin: '0 calc(-1 * var(--edge))' },
  '[role=tabpanel] & [data-state]': { padding: '32px var(--edge)' },
  overflow: 'hidden',
  backgroundColor: 'var(--sheet)',
  '& > *': { flexShrink: 0 },
  // The error when the code of the rows failed to load.
  '& > [role=alert]': { padding: '24px var(--edge)' },
});

/** The scroll container, so that the page never scrolls sideways. */
export const Scroller = styled('div')({
  position: 'relative',
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  // Column widths depend on its width.
  containerType: 'inline-size',
  transition: 'opacity 120ms',
  '&&': { flexShrink: 1 },
  '&[aria-busy=true]': { opacity: 0.6 },
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
});

/** The mark before a name: picture, initials or icon. */
export const markStyle = {
  display: 'inline-grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: 4,
  verticalAlign: 'middle',
  overflow: 'hidden',
  backgroundColor: 'var(--press)',
  color: 'var(--ink-2)',
  fontSize: 10,
  lineHeight: 1,
  fontWeight: 500,
  '& > svg': { fontSize: 14 },
  '&.person': { borderRadius: '50%' },
  '&.number': { background: 'none', fontSize: 13, color: 'var(--ink-3)' },
  '&.thumb img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' as const },
};

/** Styles shared by rows and cards: title link, checkbox, menu button. */
export const rowPartStyles = {
  // Links in cells have no colour, since every row would have it.
  '& :is(td, dd, .more-of-it) a': { color: 'inherit' },
  '& a.title': { color: 'var(--ink)', fontWeight: 500, textDecoration: 'none' },
  '& a.title:hover': { textDecoration: 'underline' },
  '& a.title:focus-visible, & button:focus-visible, & input:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: 1,
    borderRadius: 4,
  },
  '& input[type=checkbox]': {
    width: 16,
    height: 16,
    margin: 0,
    accentColor: 'var(--accent)',
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
    color: 'var(--ink-2)',
    cursor: 'pointer',
  },
  '& button.more:hover': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '& button.more svg': { fontSize: 20 },
  '& button.grip': {
    display: 'grid',
    placeItems: 'center',
    width: 20,
    height: 28,
    padding: 0,
    border: 0,
    borderRadius: 4,
    background: 'none',
    color: 'var(--ink-2)',
    cursor: 'grab',
    // Touching the handle moves the row instead of scrolling.
    touchAction: 'none',
  },
  '& button.grip[aria-disabled]': { cursor: 'not-allowed', color: 'var(--ink-3)' },
  '& [data-lifted] button.grip, & button.grip[aria-pressed=true]': { cursor: 'grabbing' },
  '& [data-lifted]:is(article)': { borderColor: 'var(--accent)', background: 'var(--raised)' },
  '& button.switch': {
    position: 'relative',
    width: 30,
    height: 18,
    padding: 0,
    border: 0,
    borderRadius: 9,
    verticalAlign: 'middle',
    background: 'var(--field)',
    cursor: 'pointer',
    transition: 'background-color 120ms',
  },
  '& button.switch::after': {
    content: '""',
    position: 'absolute',
    top: 2,
    left: 2,
    width: 14,
    height: 14,
    borderRadius: '50%',
    background: 'var(--sheet)',
    transition: 'transform 120ms',
  },
  '& button.switch[aria-checked=true]': { background: 'var(--accent)' },
  '& button.switch[aria-checked=true]::after': { transform: 'translateX(12px)' },
  '@media (prefers-reduced-motion: reduce)': {
    '& button.switch, & button.switch::after': { transition: 'none' },
  },
  '@media (forced-colors: active)': { '& button.switch': { border: '1px solid' } },
};

/** One stylesheet for all rows and cells; styled cells would slow scrolling. */
export const Table = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  ...TEXT.small,
  '& th, & td': {
    height: ROW_HEIGHT,
    padding: '0 12px',
    borderBottom: '1px solid var(--line)',
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    boxSizing: 'border-box',
  },
  '&[data-density=compact] td': { height: COMPACT_ROW_HEIGHT_PX },
  '& td': { color: 'var(--ink-2)' },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 36,
    fontSize: 12,
    fontWeight: 500,
    color: 'var(--ink-3)',
    backgroundColor: 'var(--sheet)',
  },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 'var(--edge)' },
  '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  // Gap after right-aligned columns.
  '& .right + :not(.right, .menu)': { paddingLeft: 28 },
  '& .center': { textAlign: 'center' },
  // The mark; its checkbox overlays it on hover, on focus, and while any row is selected.
  '--mark': `${MARK_WIDTH_PX}px`,
  '&[data-pictures]': { '--mark': `${PICTURE_MARK_WIDTH_PX}px`, '--picture': '106px' },
  // Without a mark the checkbox is in the edge.
  '&[data-bare]': { '--mark': '0px', '& .select-cell.select-cell input': { left: 4 } },
  '&[data-high] td': { height: PICTURE_ROW_HEIGHT_PX },
  '&[data-pictures] td.select-cell input': { top: 'calc(50% - 8px)', left: 4 },
  '& .select-cell': {
    width: 'calc(var(--edge) + var(--mark))',
    padding: '0 0 0 var(--edge)',
    overflow: 'visible',
  },
  '& th.select-cell': { zIndex: 3 },
  '& .select-cell + *': { paddingLeft: 0 },
  '& .mark': markStyle,
  '& .select-cell .grip': {
    position: 'absolute',
    left: 'calc(var(--edge) - 22px)',
    top: 'calc(50% - 14px)',
    opacity: 0,
  },
  '& tr:hover .grip, & tr:focus-within .grip, & [data-lifted] .grip': { opacity: 1 },
  '& td.select-cell': { position: 'relative' },
  '& td.select-cell input': { position: 'absolute', left: 'calc(var(--edge) + 4px)', top: 14, opacity: 0 },
  '&[data-density=compact] td.select-cell input': { top: 10 },
  // The first header is above the marks; the select-all checkbox is before it, and replaces it while any row is
  // selected.
  '& th.select-cell input': { position: 'absolute', left: 4, top: 10, opacity: 0 },
  '& .select-cell + th': { zIndex: 4, overflow: 'visible' },
  '& .select-cell + th > *': { position: 'relative', left: 'calc(-1 * var(--mark))' },
  '&:has([data-selected=true]) th.select-cell input': { left: 'calc(var(--edge) + 4px)' },
  '&:has([data-selected=true]) .select-cell:has(input) + th > *': { left: 0 },
  '& :is(tr:hover, tr:focus-within, tr[data-selected=true]) .select-cell input, &:has([data-selected=true]) .select-cell input':
    { opacity: 1 },
  '& :is(tr:hover, tr:focus-within, tr[data-selected=true]) .select-cell:has(input) .mark, &:has([data-selected=true]) .select-cell:has(input) .mark':
    { visibility: 'hidden' },
  '& tr .menu button': { opacity: 0 },
  '& :is(tr:hover, tr:focus-within, tr[data-selected=true]) .menu button, & .menu button[aria-expanded=true]':
    {
      opacity: 1,
    },
  // Overlays the end of the cell.
  '& td[data-edit]': { position: 'relative', cursor: 'text' },
  '& td[data-peek]': { position: 'relative' },
  '& .peek + .pen': { right: 34 },
  '& .pen': {
    position: 'absolute',
    right: 4,
    top: 'calc(50% - 14px)',
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    padding: 0,
    border: 0,
    borderRadius: 6,
    color: 'var(--ink-2)',
    backgroundColor: 'var(--sheet)',
    cursor: 'pointer',
    opacity: 0,
  },
  '& td:hover > .pen, & tr:hover > td > .peek, & tr:focus-visible > td > .pen, & .pen:focus-visible, & .pen[aria-expanded=true]':
    { opacity: 1 },
  '& .pen:hover': { color: 'var(--ink)' },
  '@media (hover: none)': { '& tr .menu button, & tr .grip': { opacity: 1 } },
  '& .sr-only': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  // Sticky, so that it is reachable when the table scrolls sideways.
  '& .menu': {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    width: 52,
    // Aligns the dots with the right edge.
    padding: '0 calc(var(--edge) - 10px) 0 0',
    textAlign: 'right',
    overflow: 'visible',
    backgroundColor: 'var(--sheet)',
  },
  // Fades out what is under it.
  '& .menu::before': {
    content: '""',
    position: 'absolute',
    inset: '0 100% 0 auto',
    width: 16,
    background: 'inherit',
    mask: 'linear-gradient(to left, #000, transparent)',
    pointerEvents: 'none',
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
  '& th button:hover, & th[aria-sort] button': { color: 'var(--ink)' },
  '& th svg': { fontSize: 14, flexShrink: 0 },
  '& tbody tr[data-index]': { cursor: 'pointer' },
  '& tbody tr[data-index]:hover, & tbody tr[data-index]:hover .menu': {
    backgroundColor: 'var(--hover)',
  },
  '& tbody tr[aria-current], & tbody tr[aria-current] .menu': { backgroundColor: 'var(--hover)' },
  '& tbody tr[data-index][data-selected=true], & tbody tr[data-index][data-selected=true] .menu': {
    backgroundColor: 'var(--accent-soft)',
  },
  '& tbody tr[data-lifted], & tbody tr[data-lifted] .menu': { backgroundColor: 'var(--raised)' },
  '& tbody tr[data-lifted] > td': { boxShadow: 'inset 0 1px var(--accent), inset 0 -1px var(--accent)' },
  // Drawn by the cells, some of which would cover a row's outline.
  '& tbody tr[data-index]:focus-visible': { outline: 0 },
  '& tbody tr[data-index]:focus-visible > td': {
    boxShadow: 'inset 0 2px var(--accent), inset 0 -2px var(--accent)',
  },
  '& tbody tr[data-index]:focus-visible > td:first-of-type': {
    boxShadow: 'inset 0 2px var(--accent), inset 0 -2px var(--accent), inset 2px 0 var(--accent)',
  },
  '& tbody tr[data-index]:focus-visible > td:last-of-type': {
    boxShadow: 'inset 0 2px var(--accent), inset 0 -2px var(--accent), inset -2px 0 var(--accent)',
  },
  ...rowPartStyles,
});
