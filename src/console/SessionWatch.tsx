import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { keepSessionAlive } from '../authProvider/keepAlive.ts';
import { connectSession } from '../authProvider/liveSession.ts';
import { onSessionEnd } from '../authProvider/session.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';
import { NOT_LOGGED_IN_MESSAGE } from '../dataProvider/errors.ts';
import { message } from '../../schemas/texts/translate.ts';
import { removeExpiredDrafts } from '../resources/form/save/drafts.ts';

const ENDED = message('Your session has ended. Log in again: what you had not saved is offered to you then.');

/** Keeps the session while someone works, and leaves the console when it ends. */
export const SessionWatch = ({ refreshAccess }: { refreshAccess: () => Promise<void> }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  useEffect(keepSessionAlive, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    // Without it lists and records are as fresh as the next look at them.
    const follow = async (): Promise<void> => {
      const { startLiveUpdates } = await import('../resources/live/liveUpdates.ts');
      if (!isLeft) stop = startLiveUpdates(queries, dataProvider);
    };
    const leave = connectSession(refreshAccess, follow);
    return () => {
      isLeft = true;
      leave();
      stop?.();
    };
  }, [refreshAccess, queries, dataProvider]);
  useEffect(removeExpiredDrafts, []);
  useEffect(
    () =>
      onSessionEnd((reason) => {
        removeExpiredDrafts();
        if (reason === 'lost')
          void navigate('/error', { state: { message: NOT_LOGGED_IN_MESSAGE, detail: ENDED } });
        // A fresh page: nothing of the person who left stays in memory.
        else location.assign('/login');
      }),
    [navigate],
  );
  return null;
};
