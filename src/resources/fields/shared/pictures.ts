import { styled } from '@mui/material/styles';

/** A picture in a list's row. */
export const Thumbnail = styled('img')({
  height: 32,
  maxWidth: 64,
  borderRadius: 4,
  objectFit: 'cover',
  verticalAlign: 'middle',
  border: '1px solid var(--line)',
});

/** A picture on a record's page. */
export const Picture = styled(Thumbnail)({
  height: 'auto',
  maxHeight: 320,
  maxWidth: '100%',
  borderRadius: 8,
});
