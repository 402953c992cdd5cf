import { keyframes, styled } from '@mui/material/styles';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Shows its content only when waiting takes longer than 150 ms, so that quick answers do not flicker. */
export const DelayedPlaceholder = styled('div')({ animation: `${appear} 120ms 150ms both` });

/** A grey bar in place of a text. */
export const Placeholder = styled('span')({
  display: 'inline-block',
  height: 10,
  borderRadius: 5,
  verticalAlign: 'middle',
  backgroundColor: 'var(--press)',
});
