import Popover, { type PopoverProps } from '@mui/material/Popover';

interface AnchoredPopoverProps {
  /** Accessible label. */
  label: string;
  anchor: Element | null;
  /** The edge of the anchor to align with; `over` covers the anchor, without a transition. */
  at?: 'left' | 'right' | 'over';
  sx?: { width?: number; minWidth?: number; maxWidth?: string; maxHeight?: number };
  onClose: NonNullable<PopoverProps['onClose']>;
  children: PopoverProps['children'];
}

/** A popover at an anchor element, closed by Esc or a click outside. */
export const AnchoredPopover = ({
  label,
  anchor,
  at = 'left',
  sx,
  onClose,
  children,
}: AnchoredPopoverProps) => {
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
