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

/** A pool on a database of its own, embedded unless an engine or a server's database is named, that listens on a free port, with the mail it sent and a clock to turn. */
export async function startTestPool(
  settings: Partial<UserPoolSettings> = {},
  on?: string | Pick<TestEngine, 'open'>,
) {
  const folder = on === undefined ? await testDataFolder() : testFolder();
  const { db, remove } =
    typeof on === 'object'
      ? await on.open()
      : { db: await openDatabase({ dataDir: folder, databaseUrl: on }), remove: undefined };
  const mail: Message[] = [];
  const mailer = { send: async (message: Message) => void mail.push(message), close: () => {} };
  const clock: { ahead: number; stopped?: number } = { ahead: 0 };
  const faults: unknown[] = [];
  const open = () =>
    UserPool.open({
      db,
      mailer,
      settings,
      now: () => new Date((clock.stopped ?? Date.now()) + clock.ahead),
      onFault: (error) => faults.push(error),
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
  let people = 0;

  return {
    pool,
    db,
    app,
    mail,
    faults,
    clock,
    /** Another process's view of the same pool. */
    open,
    /** A new confirmed person, by default with the password `Right-2026`. */
    async person(
      given: { email?: string; password?: string; temporaryPassword?: string; roles?: string[] } = {},
    ) {
      people += 1;
      const username = `person.${people}`;
      const { password = 'Right-2026', temporaryPassword, roles = ['chatbot.editor'] } = given;
      const secret = temporaryPassword === undefined ? { password } : { temporaryPassword };
      return pool.createUser({
        username,
        email: given.email ?? `${username}@example.com`,
        name: 'Somchai',
        roles,
        ...secret,
      });
    },
    /** The real client library, as the console uses it. */
    browser(username: string) {
      return new Browser(new CognitoUser({ Username: username, Pool: client }));
    },
    /** A call without the client library, from any address. */
    async call(action: string, body: unknown, address = '10.0.0.1') {
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
    /** Signs in with the password in clear; the answer as it comes. */
    async signIn(username: string, password: string, address?: string) {
      return this.call(
        'InitiateAuth',
        {
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: pool.settings.clientId,
          AuthParameters: { USERNAME: username, PASSWORD: password },
        },
        address,
      );
    },
    /** The code in the newest mail. */
    async mailedCode(): Promise<string> {
      await pool.background.idle();
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

/** The client library with promises for callbacks. */
class Browser {
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

  /** Signs in and gives the session; fails when something else is asked for. */
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
