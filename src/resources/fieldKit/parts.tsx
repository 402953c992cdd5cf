import { styled } from '@mui/material/styles';
import { TEXT } from '../../theme/text.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** Secondary text: a time after a date, a count after chips, "none". */
export const Muted = styled('span')({ color: 'var(--ink-2)' });

/** Renders nothing, for blank values. */
export const NoValue = () => null;

/** Text for screen readers only. */
export const ScreenReaderText = styled('span')({ ...visuallyHidden });

/** Chips and badges in one line, cut at its end. */
export const Inline = styled('span')({
  display: 'inline-flex',
  gap: 4,
  alignItems: 'center',
  maxWidth: '100%',
  overflow: 'hidden',
  verticalAlign: 'middle',
  // Keeps the borders of chips visible.
  ...{ padding: '1px 0', margin: '-1px 0' },
});

/** The same with wrapping lines, for show views. */
export const Wrap = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 6 });

/** Text with its line breaks. */
export const Lines = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** Code: identifiers, JSON. */
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
