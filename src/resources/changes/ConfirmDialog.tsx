import { useId } from 'react';
import type { ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { t } from '../../../schemas/texts/translate.ts';

interface ConfirmDialogProps {
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  pending?: boolean;
  /** Not possible, or not known yet. */
  disabled?: boolean;
  /** The error of the last attempt; the dialog stays open for a retry. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation; stays open while the action runs. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const {
    title,
    children,
    confirmLabel,
    danger,
    pending = false,
    disabled,
    error,
    onConfirm,
    onClose,
  } = props;
  const id = useId();
  return (
    <Dialog open onClose={pending ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        {children}
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={pending}>
          {/* Avoids two buttons labelled "Cancel". */}
          {confirmLabel === t('Cancel') ? t('Back') : t('Cancel')}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={pending}
          disabled={disabled}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
