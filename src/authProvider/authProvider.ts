import type { AuthProvider } from 'react-admin';
import { type Access, mayDo } from './access.ts';
import { loginPath } from './redirect.ts';
import { isSignedIn } from './session.ts';
import { signIn, signOut } from './userPool.ts';

/**
 * React-admin's auth provider, based on the session and `GET /permissions/access`.
 * Hiding by `canAccess` is a courtesy: the services enforce every right.
 */
export const createAuthProvider = (access: () => Promise<Access>): AuthProvider => ({
  supportAbortSignal: true,
  login: ({ username, password }: { username: string; password: string }) => signIn(username, password),
  logout: async () => {
    if (isSignedIn()) await signOut();
    return loginPath(location.pathname + location.search);
  },
  checkAuth: async () => {
    if (!isSignedIn())
      throw Object.assign(new Error(), { message: false, logoutUser: false, redirectTo: '/login' });
  },
  checkError: async (error: { status?: number }) => {
    // The HTTP client has already ended the session, and its listener redirects to the error page: react-admin must
    // neither show a message nor redirect.
    if (error.status === 401) throw Object.assign(new Error(), { message: false, logoutUser: false });
  },
  getIdentity: async () => {
    const { user } = await access();
    return { ...user, fullName: user.name };
  },
  getPermissions: access,
  canAccess: async ({ action, resource }) => mayDo(await access(), resource, action),
});
