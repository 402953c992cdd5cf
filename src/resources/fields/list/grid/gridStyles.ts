import { styled } from '@mui/material/styles';
import { PHONE } from '../../../../theme/tokens.ts';
import { TOUCH_TARGET } from '../../../../theme/touch.ts';

export const GRID_ROW_HEIGHT_PX = { desk: 36, phone: TOUCH_TARGET };

/** The box of a grid, with one stylesheet for all its cells. */
export const GridBox = styled('div')(({ theme }) => ({
  position: 'relative',
  '--row': `${GRID_ROW_HEIGHT_PX.desk}px`,
  [PHONE]: { '--row': `${GRID_ROW_HEIGHT_PX.phone}px` },
  // As high as the window allows, so that the page does not scroll as well.
  maxHeight: 'max(480px, calc(100dvh - 280px))',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  // On a phone the page scrolls alone.
  '&[data-whole]': { [PHONE]: { maxHeight: 'none', overscrollBehavior: 'auto' } },
  // The edge of inputs, which its cells are.
  border: '1px solid var(--field)',
  borderRadius: theme.shape.borderRadius,
  backgroundColor: 'var(--sheet)',
  '& [role=row]': {
    display: 'flex',
    alignItems: 'stretch',
    height: 'var(--row)',
    boxSizing: 'border-box',
    borderBottom: '1px solid var(--line)',
  },
  '& .head': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    backgroundColor: 'var(--sheet)',
    color: 'var(--ink-2)',
    fontSize: 12,
    fontWeight: 500,
  },
  '& [role=columnheader]': {
    flex: '1 1 120px',
    minWidth: 0,
    padding: '0 10px',
    lineHeight: 'var(--row)',
  },
  '& [role=gridcell]:not(.remove)': {
    flex: '1 1 120px',
    minWidth: 0,
    display: 'flex',
    position: 'relative',
  },
  '& .number': {
    flex: '0 0 44px',
    lineHeight: 'calc(var(--row) - 1px)',
    fontSize: 12,
    textAlign: 'right',
    paddingRight: 10,
    color: 'var(--ink-2)',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .remove': { flex: '0 0 var(--row)' },
  '& input:not([type=checkbox]), & select': {
    width: '100%',
    minWidth: 0,
    border: 0,
    padding: '0 10px',
    background: 'none',
    font: 'inherit',
    fontSize: 14,
    color: 'var(--ink)',
    borderRadius: 4,
    [PHONE]: { fontSize: 16 },
  },
  '& .shown': {
    position: 'absolute',
    inset: '0 0 0 10px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 14,
    lineHeight: 'calc(var(--row) - 1px)',
    pointerEvents: 'none',
    [PHONE]: { fontSize: 16 },
  },
  '& input:focus ~ .shown': { display: 'none' },
  '& input:not(:focus):has(~ .shown)': { color: 'transparent' },
  '& select option': { backgroundColor: 'var(--sheet)' },
  '& input[type=checkbox]': { margin: 'auto 10px' },
  '& input:focus-visible, & select:focus-visible, & button:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: -2,
  },
  '& [aria-invalid=true]': { boxShadow: 'inset 0 0 0 1px var(--danger)' },
  '& .remove button': {
    all: 'unset',
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    height: '100%',
    cursor: 'pointer',
    color: 'var(--ink-2)',
    borderRadius: 4,
  },
  // Hidden until the row has the pointer or the focus; touch devices have no hover.
  '@media (hover: hover)': {
    '& [role=row]:not(:hover, :focus-within) .remove button': { opacity: 0 },
  },
  '& [role=row]:hover': { backgroundColor: 'var(--hover)' },
  '& svg': { fontSize: 16 },
}));
