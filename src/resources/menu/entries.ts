import { type CSSObject, type Theme, styled } from '@mui/material/styles';
import { Link } from 'react-router';

/** Style of all side menu entries. */
const entryStyle = ({ theme }: { theme: Theme }): CSSObject => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 30,
  padding: '5px 8px',
  // All entries fit into a window of 900 px.
  '@media (max-height: 960px)': { minHeight: 26, paddingBlock: 3 },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
  border: 0,
  borderRadius: 6,
  background: 'none',
  font: 'inherit',
  textAlign: 'left',
  textDecoration: 'none',
  color: 'var(--ink-2)',
  cursor: 'pointer',
  transition: 'background-color var(--fast)',
  '&:hover': { backgroundColor: 'var(--hover)' },
  '& > svg': { fontSize: 18, color: 'var(--ink-3)' },
  '&[aria-current=page]': {
    backgroundColor: 'var(--press)',
    color: 'var(--ink)',
    fontWeight: 500,
  },
  '&[aria-current=page] > svg': { color: 'var(--accent-text)' },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** An entry that links to a screen. */
export const EntryLink = styled(Link)(entryStyle);
/** An entry that links outside the console. */
export const EntryAnchor = styled('a')(entryStyle);
/** An entry that runs an action. */
export const EntryButton = styled('button')(entryStyle);
/** The label of a section, which collapses it. */
export const GroupButton = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 24,
  margin: '14px 0 2px',
  '@media (max-height: 960px)': { marginTop: 6 },
  padding: '0 8px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  font: 'inherit',
  fontSize: 12,
  fontWeight: 500,
  color: 'var(--ink-3)',
  cursor: 'pointer',
  '& svg': { opacity: 0 },
  '&:is(:hover, :focus-visible, [aria-expanded=false]) svg': { opacity: 1 },
});
