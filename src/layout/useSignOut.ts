import { useNotify } from 'react-admin';
import { useCallback } from 'react';
import { t } from '../../schemas/texts/translate.ts';
import { LOGOUT_FAILED } from '../authProvider/messages.ts';
import { signOut } from '../authProvider/userPool.ts';
import { useHistory } from '../routing/ConsoleRouter.tsx';

/**
 * Signs out, once the person agreed to leave what is unsaved; where the session's end leads is decided where it is
 * listened for.
 */
export const useSignOut = (): (() => void) => {
  const notify = useNotify();
  const history = useHistory();
  return useCallback(
    () =>
      history.leave('/login', () => {
        signOut().catch(() => notify(t(LOGOUT_FAILED), { type: 'error' }));
      }),
    [history, notify],
  );
};
