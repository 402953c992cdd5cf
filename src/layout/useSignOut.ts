import { useNotify } from 'react-admin';
import { useCallback } from 'react';
import { t } from '../../schemas/texts/translate.ts';
import { LOGOUT_FAILED } from '../authProvider/messages.ts';
import { signOut } from '../authProvider/userPool.ts';

/** Signs out; where the session's end leads is decided where it is listened for. */
export const useSignOut = (): (() => void) => {
  const notify = useNotify();
  return useCallback(() => {
    signOut().catch(() => notify(t(LOGOUT_FAILED), { type: 'error' }));
  }, [notify]);
};
