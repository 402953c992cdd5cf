import { styled } from '@mui/material/styles';
import type { ChannelType } from '../../../schemas/channels/types.ts';

const Mark = styled('span')({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 16,
  height: 16,
  borderRadius: 4,
  color: '#fff',
  fontSize: 10,
  lineHeight: '16px',
  fontWeight: 700,
});

const LETTERS: Record<ChannelType, string> = { LINE: 'L', FACEBOOK: 'f', WEBCHAT: 'W', CUSTOM: 'C' };

/** The small sign of a channel type, for beside its name. */
export const ChannelMark = ({ type }: { type: ChannelType }) => (
  <Mark aria-hidden style={{ background: `var(--ch-${type.toLowerCase()})` }}>
    {LETTERS[type]}
  </Mark>
);
