import { styled } from '@mui/material/styles';
import type { Tone } from '../../../../schemas/model/types.ts';
import { TEXT } from '../../../theme/text.ts';

interface Toned {
  tone?: Tone;
}
const shouldForwardProp = (prop: string): boolean => prop !== 'tone';

/** `planned` has the colour of `info`, and a ring for a dot. */
const colourOf = (tone: Tone): string => (tone === 'planned' ? 'info' : tone);

/** Style of a state's dot: filled, or a ring for `planned`. */
export const dotStyle = (tone: Tone = 'neutral') => {
  const colour = `var(--${colourOf(tone)}-dot)`;
  return tone === 'planned' ? { boxShadow: `inset 0 0 0 1.5px ${colour}` } : { backgroundColor: colour };
};

/** The state of the record of a page, as a badge; a tone means the same everywhere. */
export const Badge = styled('span', { shouldForwardProp })<Toned>(({ tone = 'neutral' }) => ({
  display: 'inline-block',
  maxWidth: '100%',
  padding: '1px 8px',
  borderRadius: 4,
  ...TEXT.caption,
  fontWeight: 500,
  letterSpacing: 0,
  // Does not increase the height of the line around it.
  marginBlock: -1,
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: `var(--${colourOf(tone)})`,
  backgroundColor: `var(--${colourOf(tone)}-soft)`,
}));

/** A state in a list: a dot and its label, which is coloured only for warnings and errors. */
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
    ...dotStyle(tone),
  },
}));

export const Tag = styled('span')({
  display: 'inline-block',
  maxWidth: '100%',
  padding: '1px 7px',
  border: '1px solid var(--frame)',
  borderRadius: 4,
  ...TEXT.caption,
  // Does not increase the height of the line around it.
  marginBlock: -1,
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'var(--ink-2)',
});
