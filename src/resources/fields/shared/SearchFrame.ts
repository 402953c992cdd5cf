import { styled } from '@mui/material/styles';

/** The frame of a search icon and its input. */
export const SearchFrame = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'var(--search, 0 1 216px)',
  minWidth: 160,
  height: 32,
  boxSizing: 'border-box',
  padding: '0 8px',
  borderRadius: 6,
  border: '1px solid var(--field)',
  color: 'var(--ink-3)',
  '&:hover': { borderColor: 'var(--ink-2)' },
  '&:focus-within': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
  '& svg': { fontSize: 16 },
  '& input': {
    flex: 1,
    minWidth: 0,
    border: 0,
    outline: 0,
    background: 'none',
    font: 'inherit',
    fontSize: 13,
    color: 'var(--ink)',
  },
  '& input::placeholder': { color: 'var(--ink-3)', opacity: 1 },
  [theme.breakpoints.down('sm')]: { flex: '1 1 100%', order: 1, height: 44, '& input': { fontSize: 16 } },
}));
