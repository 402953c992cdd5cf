import { styled } from '@mui/material/styles';
import { TEXT } from '../../theme/text.ts';

/** The phone around a preview. */
export const PhoneCase = styled('div')({
  width: 304,
  maxWidth: '100%',
  margin: '0 auto',
  padding: 7,
  border: '1px solid var(--frame)',
  borderRadius: 28,
  background: 'var(--raised)',
});
/** The phone's screen, in the colours of `phoneStyle`; its height is set where it is used. */
export const Screen = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  borderRadius: 21,
  background: 'var(--pv-ground)',
  color: 'var(--pv-ink)',
  ...TEXT.small,
  '& svg': { fontSize: 18 },
});
/** The bar with the sender's name. */
export const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 44,
  flex: 'none',
  padding: '0 14px',
  fontWeight: 600,
  background: 'var(--pv-head)',
  color: 'var(--pv-headInk)',
  '& > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
