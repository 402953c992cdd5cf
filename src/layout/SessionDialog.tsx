import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useSecondsLeft } from '../authProvider/sessionClock.ts';
import { renewSession } from '../authProvider/userPool.ts';
import { GENERIC } from '../dataProvider/errors.ts';
import { useSignOut } from './useSignOut.ts';
import { t } from '../../schemas/texts/translate.ts';

/** `4:07` */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Asks in the last minutes of a session whether to stay. It closes when the session is extended, also in another tab. */
export const SessionDialog = () => {
  const id = useId();
  const seconds = useSecondsLeft();
  const signOut = useSignOut();
  const [state, setState] = useState<'asking' | 'renewing' | 'failed'>('asking');
  const stay = (): void => {
    setState('renewing');
    renewSession().then(
      () => setState('asking'),
      () => setState('failed'),
    );
  };
  const minutes = Math.ceil(seconds / 60);
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={id}>{t('Your session is about to end')}</DialogTitle>
      <DialogContent>
        <p id={`${id}-text`} style={{ margin: 0 }}>
          {t('You will be signed out in less than')}{' '}
          <span aria-live="polite">
            {minutes} {minutes === 1 ? t('minute') : t('minutes')}
          </span>
          {t('. Unsaved input is kept.')}
        </p>
        <p aria-hidden style={{ margin: '12px 0 0', fontSize: 28, fontVariantNumeric: 'tabular-nums' }}>
          {clock(seconds)}
        </p>
        {state === 'failed' && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {GENERIC}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={signOut}>{t('Logout')}</Button>
        <Button variant="contained" autoFocus loading={state === 'renewing'} onClick={stay}>
          {t('Stay signed in')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
