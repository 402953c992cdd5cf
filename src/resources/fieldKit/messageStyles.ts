import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** An error where there is no help: its first line uses the gap between fields. */
export const MESSAGE_WITHOUT_HELP = {
  lineHeight: '16px',
  minHeight: 16,
  margin: '-3px 0 var(--fault-room, 4px)',
} as const;

/** An error whose further lines overlay the content below. */
export const OVER_NEXT_FIELD = {
  zIndex: 1,
  background: 'linear-gradient(transparent 16px, var(--ground, var(--sheet)) 16px)',
} as const;

/**
 * For dense inputs: help is only for screen readers, and an error gets one line; further lines overlay the content
 * below, so that nothing moves.
 */
export const COMPACT_MESSAGES = {
  '& p[id$="-help"]': visuallyHidden,
  '& [data-said]': {
    ...MESSAGE_WITHOUT_HELP,
    margin: '-3px 0 var(--fault-room, 0px)',
    height: 16,
    '&::before, &::after': { display: 'none' },
  },
  '& p[id$="-error"]': { position: 'relative', alignSelf: 'start', ...OVER_NEXT_FIELD },
} as const;

/** For rows of fixed height: messages overlay the content below. */
export const MESSAGE_BELOW = {
  position: 'absolute',
  zIndex: 1,
  top: '100%',
  minHeight: 0,
  margin: 0,
  background: 'var(--ground, var(--sheet))',
  '&::before, &::after': { display: 'none' },
} as const;
