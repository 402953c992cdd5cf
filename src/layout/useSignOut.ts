import { useNotify } from 'react-admin';
import { useCallback } from 'react';
import { t } from '../../schemas/texts/translate.ts';
import { LOGOUT_FAILED } from '../authProvider/messages.ts';
import { signOut } from '../authProvider/userPool.ts';
import { useHistory } from '../routing/ConsoleRouter.tsx';

/** Signs out after the user confirms leaving unsaved changes. The listener for the end of the session redirects. */
export const useSignOut = (): (() => void) => {
  const notify = useNotify();
  const history = useHistory();
  return useCallback(
    () =>
      history.confirmLeave('/login', () => {
        signOut().catch(() => notify(t(LOGOUT_FAILED), { type: 'error' }));
      }),
    [history, notify],
  );
};
