import { styled } from '@mui/material/styles';
import { TEXT } from '../../theme/text.ts';

/** A message of the person who tests the bot. */
export const UserMessage = styled('p')({
  margin: '0 0 0 auto',
  maxWidth: '85%',
  width: 'fit-content',
  padding: '6px 12px',
  borderRadius: 12,
  background: 'var(--accent-soft)',
  overflowWrap: 'anywhere',
});

/** The bot's reply, on the background of its channel. */
export const BotMessage = styled('div')({
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
