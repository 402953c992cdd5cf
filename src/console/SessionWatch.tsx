import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AccessLoader } from '../authProvider/access.ts';
import { keepSessionAlive } from '../authProvider/keepAlive.ts';
import { connectSession } from '../authProvider/liveSession.ts';
import { onSessionEnd } from '../authProvider/session.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';
import { NOT_LOGGED_IN_MESSAGE } from '../dataProvider/errors.ts';
import { message } from '../../schemas/texts/translate.ts';
import { removeExpiredDrafts } from '../resources/form/save/drafts.ts';

const ENDED = message('Your session has ended. Log in again: what you had not saved is offered to you then.');

/** Keeps the session alive while someone works, and leaves the console when it ends. */
export const SessionWatch = ({ refreshAccess }: { refreshAccess: AccessLoader['refresh'] }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  useEffect(keepSessionAlive, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    // Without it, lists and records are only updated when they are fetched again.
    const loadLiveUpdates = async (): Promise<void> => {
      const { startLiveUpdates } = await import('../resources/live/liveUpdates.ts');
      if (!isUnmounted) stop = startLiveUpdates(queries, dataProvider);
    };
    const disconnect = connectSession(refreshAccess, loadLiveUpdates);
    return () => {
      isUnmounted = true;
      disconnect();
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
        // A page load, so that no data of the person remains in memory.
        else location.assign('/login');
      }),
    [navigate],
  );
  return null;
};
