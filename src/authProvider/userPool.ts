import type { CognitoUser, CognitoUserSession } from 'amazon-cognito-identity-js';
import { config } from '../dataProvider/config.ts';
import { endSession, renewal, sessionToken, startSession } from './session.ts';

/** Loads the pool's library, which is as big as the rest of the sign-in screen; callPool it early. */
export const preloadUserPool = () => import('amazon-cognito-identity-js');

/** In-createMemoryStorage storage for the library: what must survive a page load is in the session. */
const createMemoryStorage = (): Storage => {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
};
export const storage = createMemoryStorage();

/** The library and the pool of the configuration. */
export const openPool = async () => {
  const library = await preloadUserPool();
  const { userPoolId, clientId, endpoint } = config().userPool;
  const settings = { UserPoolId: userPoolId, ClientId: clientId, Storage: storage };
  const address = endpoint ? { endpoint: new URL(endpoint, location.href).href } : {};
  return { library, Pool: new library.CognitoUserPool({ ...settings, ...address }) };
};

const startUserSession = (user: CognitoUser, answer: CognitoUserSession): void =>
  startSession({
    token: answer.getAccessToken().getJwtToken(),
    refreshToken: answer.getRefreshToken().getToken(),
    username: user.getUsername(),
  });

/** The person whose first sign-in requires a new password; stored only in this page. */
let pending: CognitoUser | undefined;
export const hasPendingUser = (): boolean => pending !== undefined;

export type SignInOutcome = 'signed-in' | 'new-password-required';

/** Signs in by SRP: the password never leaves the browser. Rejects with the pool's error (`code`, `message`). */
export const signIn = async (username: string, password: string): Promise<SignInOutcome> => {
  const { library, Pool } = await openPool();
  const { AuthenticationDetails, CognitoUser } = library;
  const user = new CognitoUser({ Username: username, Pool, Storage: storage });
  return new Promise((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails({ Username: username, Password: password }), {
      onSuccess: (answer) => {
        startUserSession(user, answer);
        resolve('signed-in');
      },
      onFailure: reject,
      newPasswordRequired: () => {
        pending = user;
        resolve('new-password-required');
      },
    });
  });
};

/** Completes the first sign-in's challenge and starts the session. */
export const setNewPassword = (password: string): Promise<void> => {
  const user = pending;
  if (!user) return Promise.reject(new Error('The user is not authenticated'));
  return new Promise((resolve, reject) => {
    user.completeNewPasswordChallenge(
      password,
      {},
      {
        onSuccess: (answer) => {
          pending = undefined;
          startUserSession(user, answer);
          resolve();
        },
        onFailure: reject,
      },
    );
  });
};

/** Extends the session by another hour. Rejects when the pool refuses or cannot be reached. */
export const renewSession = async (): Promise<void> => {
  const stored = renewal();
  if (!stored) throw new Error('The user is not authenticated');
  const { library, Pool } = await openPool();
  const { CognitoRefreshToken, CognitoUser } = library;
  const user = new CognitoUser({ Username: stored.username, Pool, Storage: storage });
  await new Promise<void>((resolve, reject) => {
    user.refreshSession(
      new CognitoRefreshToken({ RefreshToken: stored.refreshToken }),
      (error: unknown, answer: CognitoUserSession | null) => {
        if (error || !answer) {
          reject(error instanceof Error ? error : new Error('The user is not authenticated'));
          return;
        }
        // A person who signed out meanwhile is not signed in again.
        if (renewal()?.refreshToken === stored.refreshToken) startUserSession(user, answer);
        resolve();
      },
    );
  });
};

/** Calls an action of the pool's API. Rejects with the pool's error (`code`, `message`). */
const callPool = async (action: string, body: Record<string, string>): Promise<void> => {
  const { endpoint, region } = config().userPool;
  let response: Response;
  try {
    response = await fetch(endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
  } catch {
    throw Object.assign(new Error('Network error'), { code: 'NetworkError' });
  }
  if (response.ok) return;
  const refusal = (await response.json().catch(() => ({}))) as { __type?: string; message?: string };
  throw Object.assign(new Error(refusal.message ?? action), { code: refusal.__type?.split('#').pop() });
};

/** Changes the password of the signed-in person. Rejects with the pool's error. */
export const changePassword = (current: string, proposed: string): Promise<void> =>
  callPool('ChangePassword', {
    AccessToken: sessionToken() ?? '',
    PreviousPassword: current,
    ProposedPassword: proposed,
  });

/** Revokes the refresh token, then ends the session. When the pool fails, it rejects and the session continues. */
export const signOut = async (): Promise<void> => {
  const stored = renewal();
  if (stored)
    await callPool('RevokeToken', { Token: stored.refreshToken, ClientId: config().userPool.clientId });
  endSession();
};
