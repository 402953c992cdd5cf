import { styled } from '@mui/material/styles';

/** Heads a part of the panel. */
export const PartHead = styled('h3')({
  display: 'flex',
  alignItems: 'center',
  margin: 0,
  fontSize: 13,
  lineHeight: '32px',
  fontWeight: 600,
  // What belongs to it ends where the part does.
  '& > :last-child': { margin: '0 -8px 0 auto' },
});
