import Alert from '@mui/material/Alert';
import { useSessionValue } from '../../fieldKit/useSession.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Says why a record cannot be edited now, and that unsaved input cannot be saved. */
export function ReadOnlyNotice({ reason }: { reason: string }) {
  const isDirty = useSessionValue((session) => session.dirty);
  return (
    <Alert role="status" severity={isDirty ? 'warning' : 'info'} sx={{ mb: 2 }}>
      {reason}
      {isDirty ? t('. What you typed is still here, but it cannot be saved now.') : null}
    </Alert>
  );
}
