import { useId } from 'react';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { Placeholder } from '../states/Placeholder.ts';
import { ActionRecordsContext } from './actionRecords.ts';
import type { InputFormProps } from './InputForm.tsx';

// The form engine loads with the first action that has an input.
const InputForm = lazyComponent(() => import('./InputForm.tsx').then((it) => it.InputForm));

interface InputDialogProps extends InputFormProps {
  title: string;
  intro?: string;
  /** The records that the action runs on. */
  records?: readonly ListRecord[];
}

/** The input of an action, as a form of `schemas/forms`. */
export const InputDialog = ({ title, intro, records = [], ...form }: InputDialogProps) => {
  const id = useId();
  return (
    <Dialog
      open
      // A click on the backdrop must not discard the input.
      onClose={(_, reason) => (form.pending || reason === 'backdropClick' ? undefined : form.onClose())}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        {intro && (
          <Typography variant="body2" sx={{ mb: 2 }}>
            {intro}
          </Typography>
        )}
        <ActionRecordsContext value={records}>
          <InputForm {...form} fallback={<Placeholder aria-busy style={{ width: '100%', height: 120 }} />} />
        </ActionRecordsContext>
      </DialogContent>
    </Dialog>
  );
};
