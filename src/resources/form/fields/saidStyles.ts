import { visuallyHidden } from '../visuallyHidden.ts';

/** A fault without help in its place: its first line takes what lies between the fields. */
export const SAID_ALONE = {
  lineHeight: '16px',
  minHeight: 16,
  margin: '-3px 0 var(--fault-room, 0px)',
} as const;

/** Where help is for those who listen, only faults take room. */
export const QUIET_HELP = {
  '& p[id$="-help"]': visuallyHidden,
  '& [data-said]': { ...SAID_ALONE, '&::before': { display: 'none' } },
} as const;
