import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { t } from '../../../schemas/texts/translate.ts';

interface PanelDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that shows something and asks nothing; the whole screen on a phone. */
export const PanelDialog = ({ title, onClose, children }: PanelDialogProps) => {
  const id = useId();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth fullScreen={small} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
