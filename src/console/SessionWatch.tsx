import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { keepSessionAlive } from '../authProvider/keepAlive.ts';
import { followSession } from '../authProvider/liveSession.ts';
import { onSessionEnd } from '../authProvider/session.ts';
import { NOT_LOGGED_IN_MESSAGE } from '../dataProvider/errors.ts';
import { sweepDrafts } from '../resources/form/save/drafts.ts';

/** Keeps the session while someone works, and leaves the console when it ends. */
export const SessionWatch = ({ refreshAccess }: { refreshAccess: () => Promise<void> }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(keepSessionAlive, []);
  useEffect(
    () => followSession(refreshAccess, () => void queries.invalidateQueries()),
    [refreshAccess, queries],
  );
  useEffect(sweepDrafts, []);
  useEffect(
    () =>
      onSessionEnd((reason) => {
        sweepDrafts();
        if (reason === 'lost') void navigate('/error', { state: { message: NOT_LOGGED_IN_MESSAGE } });
        // A fresh page: nothing of the person who left stays in memory.
        else location.assign('/login');
      }),
    [navigate],
  );
  return null;
};
