import Popover, { type PopoverProps } from '@mui/material/Popover';

interface FloatingProps {
  /** What it is called, for those who listen. */
  label: string;
  anchor: Element | null;
  /** The edge of the anchor below which it lies; `over` takes the place of the anchor at once. */
  at?: 'left' | 'right' | 'over';
  sx?: { width?: number; minWidth?: number; maxWidth?: string; maxHeight?: number };
  onClose: NonNullable<PopoverProps['onClose']>;
  children: PopoverProps['children'];
}

/** What lies over the page beside what opened it, until Esc is pressed or something else clicked. */
export const AnchoredPopover = ({ label, anchor, at = 'left', sx, onClose, children }: FloatingProps) => {
  const isOver = at === 'over';
  const horizontal = isOver ? 'left' : at;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: isOver ? 'top' : 'bottom', horizontal }}
      transformOrigin={{ vertical: 'top', horizontal }}
      transitionDuration={isOver ? 0 : 'auto'}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: isOver ? 0 : 0.5, ...sx } } }}
    >
      {children}
    </Popover>
  );
};
