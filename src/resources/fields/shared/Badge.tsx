import { styled } from '@mui/material/styles';
import type { Tone } from '../../../../schemas/model/types.ts';
import { TEXT } from '../../../theme/text.ts';

interface Toned {
  tone?: Tone;
}
const shouldForwardProp = (prop: string): boolean => prop !== 'tone';

/** What is still to come has the colour of what runs, which its ring alone parts from it. */
const colourOf = (tone: Tone): string => (tone === 'planned' ? 'info' : tone);

/** The point of a state: full, or a ring while it is still to come. */
export const pointStyle = (tone: Tone = 'neutral') => {
  const colour = `var(--${colourOf(tone)}-dot)`;
  return tone === 'planned' ? { boxShadow: `inset 0 0 0 1.5px ${colour}` } : { backgroundColor: colour };
};

/** A soft badge for the state of the one thing that a page is about; the same tone means the same everywhere. */
export const Badge = styled('span', { shouldForwardProp })<Toned>(({ tone = 'neutral' }) => ({
  display: 'inline-block',
  maxWidth: '100%',
  padding: '1px 8px',
  borderRadius: 4,
  ...TEXT.caption,
  fontWeight: 500,
  letterSpacing: 0,
  // On the line of what it stands in, which it does not make any higher.
  marginBlock: -1,
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: `var(--${colourOf(tone)})`,
  backgroundColor: `var(--${colourOf(tone)}-soft)`,
}));

/** A state in a list: a dot and the word, which takes a colour only for exceptions. */
export const Dot = styled('span', { shouldForwardProp })<Toned>(({ tone = 'neutral' }) => ({
  ...((tone === 'warning' || tone === 'danger') && { color: `var(--${tone})` }),
  '&::before': {
    content: '""',
    display: 'inline-block',
    width: 6,
    height: 6,
    marginRight: 8,
    borderRadius: '50%',
    verticalAlign: 'middle',
    ...pointStyle(tone),
  },
}));

/** One word among several of a kind. */
export const Tag = styled('span')({
  display: 'inline-block',
  maxWidth: '100%',
  padding: '1px 7px',
  border: '1px solid var(--frame)',
  borderRadius: 4,
  ...TEXT.caption,
  // On the line of what it stands in, which it does not make any higher.
  marginBlock: -1,
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'var(--ink-2)',
});
