import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useSessionValue } from '../useSession.ts';

const Bar = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: 8,
    margin: 'calc(24px + var(--handle, 0px)) calc(-1 * var(--edge)) calc(-1 * var(--edge))',
    padding: '12px var(--edge)',
    // The buttons end where the page's fields do.
    paddingRight: 'max(var(--edge), 100% - var(--page, 100%) + var(--edge))',
    // Of several forms on a page none stays in sight.
    position: 'var(--bar, sticky)' as 'sticky',
    // At the sheet's edge: a sticky box keeps off the padding of what scrolls.
    bottom: 'calc(-1 * var(--edge))',
    zIndex: 2,
    background: palette.background.paper,
    borderTop: `1px solid ${palette.divider}`,
    '&[data-dialog]': {
      bottom: 0,
      background: 'var(--raised)',
      margin: '24px -24px 0',
      padding: '12px 24px',
    },
  };
});
const Note = styled('span')(({ theme }) => ({
  flex: 1,
  fontSize: 12,
  color: (theme.vars ?? theme).palette.text.secondary,
}));

interface SaveBarProps {
  label: string;
  saving?: boolean;
  /** Nothing can be saved: the form is only looked at. */
  readOnly?: boolean;
  /** Stands in a dialog. */
  sticky?: boolean;
  /** The button of the record's step onwards, which is filled; Save stands beside it then. */
  next?: ReactNode;
  /** Absent where there is nowhere to go back to. */
  onCancel?: () => void;
}

/** Cancel and save, always in reach. */
export function SaveBar({ label, saving, readOnly, sticky, next, onCancel }: SaveBarProps) {
  const dirty = useSessionValue((session) => session.dirty);
  return (
    <Bar data-bar data-dialog={sticky || undefined}>
      <Note role="status">{readOnly ? 'View only' : dirty ? 'Unsaved changes' : ''}</Note>
      {onCancel ? <Button onClick={onCancel}>{readOnly ? 'Close' : 'Cancel'}</Button> : null}
      {readOnly ? null : (
        <Button
          type="submit"
          variant={next ? 'outlined' : 'contained'}
          loading={saving}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {label}
        </Button>
      )}
      {next}
    </Bar>
  );
}
