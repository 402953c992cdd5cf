import { styled } from '@mui/material/styles';
import { channelMarkOf } from './registry.ts';

const Mark = styled('span')({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 16,
  height: 16,
  // Aligned with the middle of the letters in a sentence.
  verticalAlign: 1,
  borderRadius: 4,
  background: 'var(--mark-light)',
  '[data-mode=dark] &': { background: 'var(--mark-dark)' },
  color: '#fff',
  fontSize: 10,
  lineHeight: '16px',
  fontWeight: 700,
});

/** The icon of a channel type, for beside its name; nothing for a type that is not registered. */
export const ChannelMark = ({ type }: { type: string | undefined }) => {
  const mark = type === undefined ? undefined : channelMarkOf(type);
  if (!mark) return null;
  const colours: Record<string, string> = {
    '--mark-light': mark.colour.light,
    '--mark-dark': mark.colour.dark,
  };
  return (
    <Mark aria-hidden style={colours}>
      {mark.letter}
    </Mark>
  );
};
