import { styled } from '@mui/material/styles';
import { TEXT } from '../../theme/text.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** Text that says less than the value beside it: a time after a date, a count after chips, "none". */
export const Muted = styled('span')({ color: 'var(--ink-2)' });

/** Where there is no value nothing stands. */
export const NoValue = () => null;

/** Said by screen readers, seen by nobody. */
export const ScreenReaderText = styled('span')({ ...visuallyHidden });

/** Chips and badges beside each other; what does not fit is cut. */
export const Inline = styled('span')({
  display: 'inline-flex',
  gap: 4,
  alignItems: 'center',
  maxWidth: '100%',
  overflow: 'hidden',
  verticalAlign: 'middle',
  // The edges of chips are not cut.
  ...{ padding: '1px 0', margin: '-1px 0' },
});

/** The same in views, where lines may break. */
export const Wrap = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 6 });

/** Text with its line breaks. */
export const Lines = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** Machine text: identifiers, JSON. */
export const Code = styled('pre')({
  margin: 0,
  padding: 12,
  borderRadius: 8,
  border: '1px solid var(--line)',
  ...TEXT.caption,
  overflow: 'auto',
  maxHeight: 400,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
