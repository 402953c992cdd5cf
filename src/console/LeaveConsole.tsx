import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { redirectTarget } from '../authProvider/redirect.ts';
import { isSignedIn } from '../authProvider/session.ts';

/** A sign-in path inside the console: redirects to its target where the person is signed in, else to the sign-in screens. */
export const LeaveConsole = () => {
  const { pathname, search } = useLocation();
  const stays = isSignedIn();
  useEffect(() => {
    if (!stays) location.replace(pathname + search);
  }, [stays, pathname, search]);
  return stays ? <Navigate to={redirectTarget(search)} replace /> : null;
};
