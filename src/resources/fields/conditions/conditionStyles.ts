import type { Theme } from '@mui/material/styles';
import { COMPACT_MESSAGES } from '../../fieldKit/messageStyles.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';

/** A condition in one wrapping line: subject, operator, value. */
export const conditionStyles = ({ theme }: { theme: Theme }): object => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  minWidth: 0,
  borderRadius: 6,
  '--fault-room': '-9px',
  '&[data-over]': { boxShadow: '0 0 0 2px var(--accent)' },
  '& > [data-body]': { flex: 1, minWidth: 0 },
  '& > [data-handle]': { flex: 'none', marginTop: 3, marginLeft: -8 },
  '& [data-variants]': { flexDirection: 'row', flexWrap: 'wrap', gap: 8, alignItems: 'flex-start' },
  '& [data-variants] > :first-of-type': { flex: '0 1 144px' },
  '& [data-variants] > :first-of-type > .MuiInputBase-root': { width: '100%', minWidth: 0 },
  '& [data-variants] > :nth-of-type(2)': { flex: '1 1 280px', minWidth: 0 },
  '& [data-object]': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'flex-start' },
  '& [data-object] > *': { flex: '1 1 140px' },
  '& [data-object] > [data-type=text]': { flex: '1 1 112px' },
  // Tags need more room than their subject.
  '& [data-object] > [data-type=tags]': { flex: '3 1 160px' },
  '& [data-object] > [data-field=is]': { flex: '0 0 136px' },
  '& [data-object] > [data-field=unit]': { flex: '0 0 96px' },
  '& [data-object] > [data-type=number]': { flex: '0 0 88px' },
  // The tag input stays on the line of the last tag.
  '& [data-type=tags] .MuiChip-root ~ .MuiAutocomplete-input.MuiAutocomplete-input': {
    minWidth: 8,
    padding: 0,
  },
  // Labels are only for screen readers.
  '& [data-label], & [data-about]': visuallyHidden,
  ...COMPACT_MESSAGES,
  '&[data-group]': { marginLeft: 2, paddingLeft: 14, borderLeft: '2px solid var(--accent-line)' },
  '&[data-group] > [data-body] > [data-variants] > :first-of-type': { display: 'none' },
  '&[data-group] > [data-body] > [data-variants] > [data-object]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
  },
  [theme.breakpoints.down('sm')]: {
    flexWrap: 'wrap',
    '& > [data-handle]': { display: 'none' },
    // The match count is below.
    '& > [data-found]': { order: 1, flex: '1 0 100%', textAlign: 'left', '&:empty': { display: 'none' } },
    '& > button': { marginRight: -8, marginTop: '7px !important' },
    '& [data-variants] > :first-of-type': { flex: '1 1 100%' },
    '& [data-variants] > :nth-of-type(2)': { flex: '1 1 100%' },
    '& [data-object] > [data-field=is]': { flex: '1 1 140px' },
    '&:not([data-group]) + &:not([data-group])': {
      borderTop: '1px solid var(--line)',
      paddingTop: 8,
      borderRadius: 0,
    },
  },
});
