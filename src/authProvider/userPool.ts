import type { CognitoUser, CognitoUserSession } from 'amazon-cognito-identity-js';
import { config } from '../dataProvider/config.ts';
import { endSession, renewal, sessionToken, startSession } from './session.ts';

/** Loads the pool's library, which is as big as all the rest of the sign-in screen; call early to have it in time. */
export const preloadUserPool = () => import('amazon-cognito-identity-js');

/** The library's own storage: nothing of it outlives the page, what must is in the session. */
const memory = (): Storage => {
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
export const storage = memory();

/** The library and the pool of the configuration. */
export const openPool = async () => {
  const library = await preloadUserPool();
  const { userPoolId, clientId, endpoint } = config().userPool;
  const settings = { UserPoolId: userPoolId, ClientId: clientId, Storage: storage };
  const address = endpoint ? { endpoint: new URL(endpoint, location.href).href } : {};
  return { library, Pool: new library.CognitoUserPool({ ...settings, ...address }) };
};

const start = (user: CognitoUser, answer: CognitoUserSession): void =>
  startSession({
    token: answer.getAccessToken().getJwtToken(),
    refreshToken: answer.getRefreshToken().getToken(),
    username: user.getUsername(),
  });

/** The person whose first sign-in waits for a new password; lives only as long as the page. */
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
        start(user, answer);
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

/** Answers the first sign-in's challenge and begins the session. */
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
          start(user, answer);
          resolve();
        },
        onFailure: reject,
      },
    );
  });
};

/** Carries the session on for another hour. Rejects when the pool refuses or cannot be reached. */
export const renewSession = async (): Promise<void> => {
  const kept = renewal();
  if (!kept) throw new Error('The user is not authenticated');
  const { library, Pool } = await openPool();
  const { CognitoRefreshToken, CognitoUser } = library;
  const user = new CognitoUser({ Username: kept.username, Pool, Storage: storage });
  await new Promise<void>((resolve, reject) => {
    user.refreshSession(
      new CognitoRefreshToken({ RefreshToken: kept.refreshToken }),
      (error: unknown, answer: CognitoUserSession | null) => {
        if (error || !answer) {
          reject(error instanceof Error ? error : new Error('The user is not authenticated'));
          return;
        }
        // Someone who left meanwhile is not brought back.
        if (renewal()?.refreshToken === kept.refreshToken) start(user, answer);
        resolve();
      },
    );
  });
};

/** One action of the pool's protocol. Rejects with the pool's error (`code`, `message`). */
const call = async (action: string, body: Record<string, string>): Promise<void> => {
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

/** Changes the password of whoever is signed in. Rejects with the pool's error. */
export const changePassword = (current: string, proposed: string): Promise<void> =>
  call('ChangePassword', {
    AccessToken: sessionToken() ?? '',
    PreviousPassword: current,
    ProposedPassword: proposed,
  });

/** Revokes what could renew the session, then ends it. Rejects, and leaves the session, when the pool fails. */
export const signOut = async (): Promise<void> => {
  const kept = renewal();
  if (kept) await call('RevokeToken', { Token: kept.refreshToken, ClientId: config().userPool.clientId });
  endSession();
};
