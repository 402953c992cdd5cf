import { styled } from '@mui/material/styles';

/** Heading of a section of the panel. */
export const PartHead = styled('h3')({
  display: 'flex',
  alignItems: 'center',
  margin: 0,
  fontSize: 13,
  lineHeight: '32px',
  fontWeight: 600,
  // The last element is aligned with the end of the section.
  '& > :last-child': { margin: '0 -8px 0 auto' },
});
