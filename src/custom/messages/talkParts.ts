import { styled } from '@mui/material/styles';
import { TEXT } from '../../theme/text.ts';

/** What the person who tries the bot has said. */
export const Said = styled('p')({
  margin: '0 0 0 auto',
  maxWidth: '85%',
  width: 'fit-content',
  padding: '6px 12px',
  borderRadius: 12,
  background: 'var(--accent-soft)',
  overflowWrap: 'anywhere',
});

/** What is answered, on the ground of the channel that it is drawn for. */
export const Reply = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 6,
  padding: 10,
  borderRadius: 8,
  background: 'var(--pv-ground, var(--sunken))',
  color: 'var(--pv-ink, inherit)',
  overflow: 'hidden',
  ...TEXT.small,
});
