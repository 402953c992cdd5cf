import { useId, useState } from 'react';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import type { ListView } from '../../../../schemas/model/responses.ts';
import { messageOf } from '../../changes/failures.ts';
import { t } from '../../../../schemas/texts/translate.ts';

interface ViewDialogProps {
  /** Undefined for a new view. */
  view?: ListView;
  onSave: (draft: { name: string; shared: boolean }) => Promise<void>;
  onClose: () => void;
}

/** Edits a view's name and sharing. */
export const ViewDialog = ({ view, onSave, onClose }: ViewDialogProps) => {
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (name.trim() === '') return setError(t('Name is required'));
    setSaving(true);
    try {
      await onSave({ name, shared });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogTitle id={id}>{view ? t('Rename or share the view') : t('Save as a new view')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            required
            label={t('Name')}
            margin="dense"
            value={name}
            error={error !== undefined}
            helperText={error ?? t('Saves the search, filters, sort order and columns.')}
            onChange={(event) => {
              setName(event.target.value);
              setError(undefined);
            }}
          />
          <FormControlLabel
            label={t('Everyone who can see this list sees the view')}
            control={<Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} />}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="contained" loading={isSaving}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
