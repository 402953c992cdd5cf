import { type CSSObject, type Theme, styled } from '@mui/material/styles';
import { Link } from 'react-router';

/** How every entry of the side menu looks. */
const entry = ({ theme }: { theme: Theme }): CSSObject => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 34,
  padding: '6px 10px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  font: 'inherit',
  textAlign: 'left',
  textDecoration: 'none',
  color: theme.palette.text.secondary,
  cursor: 'pointer',
  transition: 'background-color 120ms, color 120ms',
  '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
  '&[aria-current=page]': {
    backgroundColor: theme.palette.action.selected,
    color: theme.palette.text.primary,
    fontWeight: 500,
  },
  '&[aria-current=page] > svg': { color: theme.palette.primary.main },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** An entry that leads to a screen. */
export const EntryLink = styled(Link)(entry);
/** An entry that leads out of the console. */
export const EntryAnchor = styled('a')(entry);
/** An entry that does something. */
export const EntryButton = styled('button')(entry);
