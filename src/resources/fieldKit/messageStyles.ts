import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** A fault without help in its place: its first line takes what lies between the fields. */
export const MESSAGE_WITHOUT_HELP = {
  lineHeight: '16px',
  minHeight: 16,
  margin: '-3px 0 var(--fault-room, 4px)',
} as const;

/** A fault whose lines beyond the first lie above what comes below. */
export const OVER_NEXT_FIELD = {
  zIndex: 1,
  background: 'linear-gradient(transparent 16px, var(--ground, var(--sheet)) 16px)',
} as const;

/**
 * Where inputs stand close together help is for those who listen, and a fault has the room of one line, however long it
 * is: its other lines lie above what comes below, so that nothing moves and no room is kept for what is hardly ever said.
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

/** In a line that stays as slim as it is: what is said lies above what comes below the field. */
export const MESSAGE_BELOW = {
  position: 'absolute',
  zIndex: 1,
  top: '100%',
  minHeight: 0,
  margin: 0,
  background: 'var(--ground, var(--sheet))',
  '&::before, &::after': { display: 'none' },
} as const;
