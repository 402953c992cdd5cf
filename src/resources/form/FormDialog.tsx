import CloseIcon from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { t } from '../../../schemas/texts/translate.ts';

interface FormDialogProps {
  title: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Keeps the buttons at the lower edge of the screen, however short the form is. */
const PHONE_STYLE = {
  ...{ pb: 0, display: 'flex', flexDirection: 'column', '--inset': '16px' },
  '& [data-form], & form': { display: 'flex', flexDirection: 'column', flex: '1 0 auto' },
  '& form > div:first-of-type': { mb: 3 },
  '&& [data-dialog]': { mt: 'auto' },
} as const;

/** A form in a dialog, which fills the screen on phones. */
export function FormDialog({ title, actions, wide, onClose, children }: FormDialogProps) {
  const id = useId();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Dialog
      open
      fullWidth
      fullScreen={small}
      maxWidth={wide ? 'md' : 'sm'}
      // A click on the backdrop must not discard input; Esc and the close button are deliberate.
      onClose={(_, reason) => (reason === 'backdropClick' ? undefined : onClose())}
      aria-labelledby={id}
    >
      <DialogTitle
        component="div"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      >
        <h2 id={id} style={{ margin: 0, font: 'inherit', flex: 1, minWidth: 0 }}>
          {title}
        </h2>
        {actions}
        <IconButton aria-label={t('Close')} onClick={onClose} edge="end">
          <CloseIcon fontSize="small" />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={small ? PHONE_STYLE : { pb: 0 }}>{children}</DialogContent>
    </Dialog>
  );
}
