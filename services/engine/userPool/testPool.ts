import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import type { CognitoUserSession } from 'amazon-cognito-identity-js';
import fastify from 'fastify';
import type { Message } from '../mail/mailer.ts';
import { openDatabase } from '../storage/open.ts';
import { testDataFolder, testFolder, type TestEngine } from '../storage/testEngines.ts';
import { UserPool, userPoolPlugin } from './index.ts';
import type { UserPoolSettings } from './index.ts';

/**
 * Starts a pool that listens on a free port, with the mail it has sent and a clock that tests can set.
 * @param target an engine, or the URL of a server's database; by default an embedded database of its own
 */
export async function startTestPool(
  settings: Partial<UserPoolSettings> = {},
  target?: string | Pick<TestEngine, 'open'>,
) {
  const folder = target === undefined ? await testDataFolder() : testFolder();
  const { db, remove } =
    typeof target === 'object'
      ? await target.open()
      : { db: await openDatabase({ dataDir: folder, databaseUrl: target }), remove: undefined };
  const mail: Message[] = [];
  const mailer = { send: async (message: Message) => void mail.push(message), close: () => {} };
  const clock: { aheadMs: number; frozenAt?: number } = { aheadMs: 0 };
  const faults: unknown[] = [];
  const open = () =>
    UserPool.open({
      db,
      mailer,
      settings,
      now: () => new Date((clock.frozenAt ?? Date.now()) + clock.aheadMs),
      onError: (error) => faults.push(error),
      sharedAttributes: async () => ({ 'custom:networkId': 'network-1' }),
    });
  const pool = await open();
  const app = fastify();
  await app.register(userPoolPlugin, { pool });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const client = new CognitoUserPool({
    UserPoolId: pool.settings.userPoolId,
    ClientId: pool.settings.clientId,
    endpoint: `http://127.0.0.1:${port}/user-pool/`,
  });
  let userCount = 0;

  return {
    pool,
    db,
    app,
    mail,
    faults,
    clock,
    /** Opens the same pool as another process would. */
    open,
    /** Creates a confirmed user, by default with the password `Right-2026`. */
    async createUser(
      overrides: { email?: string; password?: string; temporaryPassword?: string; roles?: string[] } = {},
    ) {
      userCount += 1;
      const username = `person.${userCount}`;
      const { password = 'Right-2026', temporaryPassword, roles = ['chatbot.editor'] } = overrides;
      const secret = temporaryPassword === undefined ? { password } : { temporaryPassword };
      return pool.createUser({
        username,
        email: overrides.email ?? `${username}@example.com`,
        name: 'Somchai',
        roles,
        ...secret,
      });
    },
    /** A client with the real library, as the console uses it. */
    signInClient(username: string) {
      return new SignInClient(new CognitoUser({ Username: username, Pool: client }));
    },
    /** Calls an action without the client library, from any address. */
    async callAction(action: string, body: unknown, address = '10.0.0.1') {
      const response = await app.inject({
        method: 'POST',
        url: '/user-pool/',
        remoteAddress: address,
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
        },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: response.statusCode, headers: response.headers, body: response.json() };
    },
    /** Signs in with the password in clear. @returns the whole response */
    async signIn(username: string, password: string, address?: string) {
      return this.callAction(
        'InitiateAuth',
        {
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: pool.settings.clientId,
          AuthParameters: { USERNAME: username, PASSWORD: password },
        },
        address,
      );
    },
    /** The code in the newest e-mail. */
    async mailedCode(): Promise<string> {
      await pool.background.whenIdle();
      return /\d{6}/.exec(mail.at(-1)?.text ?? '')?.[0] ?? '';
    },
    async stop(): Promise<void> {
      await app.close();
      await pool.close();
      await (remove ?? (() => db.close()))();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestPool = Awaited<ReturnType<typeof startTestPool>>;

export type SignedIn =
  { session: CognitoUserSession } | { newPasswordRequired: unknown; requiredAttributes: unknown };

/** The client library with promises instead of callbacks. */
class SignInClient {
  constructor(readonly user: CognitoUser) {}

  signIn(password: string): Promise<SignedIn> {
    const details = new AuthenticationDetails({ Username: this.user.getUsername(), Password: password });
    return new Promise((resolve, reject) => {
      this.user.authenticateUser(details, {
        onSuccess: (session) => resolve({ session }),
        onFailure: reject,
        newPasswordRequired: (newPasswordRequired, requiredAttributes) =>
          resolve({ newPasswordRequired, requiredAttributes }),
      });
    });
  }

  /** Signs in. @throws when a new password is required */
  async session(password = 'Right-2026'): Promise<CognitoUserSession> {
    const result = await this.signIn(password);
    if (!('session' in result)) throw new Error('A new password is asked for');
    return result.session;
  }

  setNewPassword(password: string, attributes: object = {}): Promise<CognitoUserSession> {
    return new Promise((onSuccess, onFailure) => {
      this.user.completeNewPasswordChallenge(password, attributes, { onSuccess, onFailure });
    });
  }

  forgotPassword(): Promise<{ CodeDeliveryDetails: { Destination: string } }> {
    return new Promise((resolve, onFailure) => {
      this.user.forgotPassword({ onSuccess: resolve, onFailure, inputVerificationCode: resolve });
    });
  }

  confirmPassword(code: string, password: string): Promise<void> {
    return new Promise((resolve, onFailure) => {
      this.user.confirmPassword(code, password, { onSuccess: () => resolve(), onFailure });
    });
  }

  changePassword(from: string, to: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.user.changePassword(from, to, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  refresh(): Promise<CognitoUserSession> {
    const token = this.user.getSignInUserSession()?.getRefreshToken();
    if (!token) throw new Error('Not signed in');
    return new Promise((resolve, reject) => {
      this.user.refreshSession(token, (error: unknown, session: CognitoUserSession) =>
        error ? reject(error) : resolve(session),
      );
    });
  }

  attributes(): Promise<Record<string, string>> {
    return new Promise((resolve, reject) => {
      this.user.getUserAttributes((error, list) =>
        error
          ? reject(error)
          : resolve(Object.fromEntries((list ?? []).map((one) => [one.getName(), one.getValue()]))),
      );
    });
  }

  updateAttributes(attributes: Record<string, string>): Promise<unknown> {
    const list = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
    return new Promise((resolve, reject) => {
      this.user.updateAttributes(list, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  globalSignOut(): Promise<string> {
    return new Promise((onSuccess, onFailure) => {
      this.user.globalSignOut({ onSuccess, onFailure });
    });
  }

  /** Signs out and revokes the refresh token. */
  signOut(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.user.signOut((error?: Error) => (error ? reject(error) : resolve()));
    });
  }
}
