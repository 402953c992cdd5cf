import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../mail/mailer.ts';
import { testEngines } from '../storage/testEngines.ts';
import { ACTIONS } from './actions/index.ts';
import { UserPool } from './index.ts';
import type { PoolUser } from './index.ts';
import { FastSrpClient, type SrpChallenge } from './testClient.ts';

const ROUNDS = 100;
const OLD = 'Right-2026';
const NEW = 'Chosen-2026';

/**
 * A sign-in runs while something ends the user's sessions: whichever comes first, no session is left. Both run at the
 * same time on connections of their own and, as in two processes, each in a pool of its own.
 */
describe.each(testEngines())('a sign-in under way on the $name engine', ({ open }) => {
  let poolOne: UserPool;
  let poolTwo: UserPool;
  let stop: () => Promise<void>;
  let client: FastSrpClient;
  let people = 0;
  const mails: Message[] = [];

  beforeAll(async () => {
    const { db, remove } = await open();
    const mailer = { send: async (message: Message) => void mails.push(message), close: () => {} };
    poolOne = await UserPool.open({ db, mailer });
    poolTwo = await UserPool.open({ db, mailer });
    client = new FastSrpClient(poolOne.poolName);
    stop = async () => {
      await poolOne.close();
      await poolTwo.close();
      await remove();
    };
  }, 60_000);
  afterAll(() => stop());

  const call = async (pool: UserPool, action: string, body: Record<string, unknown>) =>
    ACTIONS.get(action)!({
      pool,
      body: { ClientId: 'console', ...body },
      address: `10.0.${people >> 8}.${people & 255}`,
    });
  const signInInClear = (pool: UserPool, { username }: PoolUser) =>
    call(pool, 'InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: username, PASSWORD: OLD },
    });
  const tokensOf = (answer: Record<string, unknown>) =>
    [answer['AuthenticationResult'] as { AccessToken: string } | undefined].flatMap((result) =>
      result ? [result.AccessToken] : [],
    );
  const isLive = (token: string) =>
    poolOne.verifyToken(token).then(
      () => true,
      () => false,
    );

  /** Prepares one side of the race. @returns what runs in the race */
  type RaceSide = (user: PoolUser) => Promise<() => Promise<Record<string, unknown>>>;
  const signIns: Record<string, RaceSide> = {
    'with the password in clear': async (user) => () => signInInClear(poolOne, user),
    'with a proof of the password': async ({ username }) => {
      const { ChallengeParameters: challenge } = await call(poolOne, 'InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: username, SRP_A: client.publicValue.toString(16) },
      });
      const ChallengeResponses = client.answer(challenge as SrpChallenge, OLD);
      return () =>
        call(poolOne, 'RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
    },
    'with a new password': async (user) => {
      await poolOne.setPassword(user.username, OLD, false);
      const { Session } = await signInInClear(poolOne, user);
      return () =>
        call(poolOne, 'RespondToAuthChallenge', {
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session,
          ChallengeResponses: { USERNAME: user.username, NEW_PASSWORD: NEW },
        });
    },
    'with a refresh token': async (user) => {
      const answer = await signInInClear(poolOne, user);
      const { RefreshToken } = answer['AuthenticationResult'] as { RefreshToken: string };
      return () =>
        call(poolOne, 'InitiateAuth', {
          AuthFlow: 'REFRESH_TOKEN',
          AuthParameters: { REFRESH_TOKEN: RefreshToken },
        });
    },
  };

  const endings: Record<string, RaceSide> = {
    'is disabled':
      async ({ username }) =>
      async () => {
        await poolTwo.disable(username);
        return {};
      },
    'is given another password':
      async ({ username }) =>
      async () => {
        await poolTwo.setPassword(username, NEW, false);
        return {};
      },
    'is asked for another password':
      async ({ username }) =>
      async () => {
        await poolTwo.resetPassword(username);
        return {};
      },
    'is removed':
      async ({ username }) =>
      async () => {
        await poolTwo.deleteUser(username);
        return {};
      },
    'sets another password with a code': async ({ username }) => {
      await call(poolTwo, 'ForgotPassword', { Username: username });
      await poolTwo.background.whenIdle();
      const ConfirmationCode = /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0];
      return () =>
        call(poolTwo, 'ConfirmForgotPassword', { Username: username, ConfirmationCode, Password: NEW });
    },
  };
  const passwordChange: Record<string, RaceSide> = {
    'changes the password elsewhere': async (user) => {
      const [AccessToken] = tokensOf(await signInInClear(poolTwo, user));
      return async () => {
        await call(poolTwo, 'ChangePassword', { AccessToken, PreviousPassword: OLD, ProposedPassword: NEW });
        return { AuthenticationResult: { AccessToken } };
      };
    },
  };
  const globalSignOut: Record<string, RaceSide> = {
    'signs out everywhere': async (user) => {
      const [AccessToken] = tokensOf(await signInInClear(poolTwo, user));
      return () => call(poolTwo, 'GlobalSignOut', { AccessToken });
    },
  };
  // A sign-in in clear may run wholly after the sign-out; a user who has to set a password has no other session.
  const endingsBySignIn: Record<string, Record<string, RaceSide>> = {
    'with the password in clear': { ...endings, ...passwordChange },
    'with a proof of the password': { ...endings, ...passwordChange, ...globalSignOut },
    'with a new password': endings,
    'with a refresh token': { ...endings, ...passwordChange, ...globalSignOut },
  };

  test.each(Object.keys(signIns))(
    `%s leaves no session behind, in ${ROUNDS} rounds`,
    async (way) => {
      const ways = Object.entries(endingsBySignIn[way] ?? {});
      const leftovers: string[] = [];
      let comparedRounds = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const [what, ending] = ways[round % ways.length]!;
        people += 1;
        const username = `person.${people}`;
        const user = await poolOne.createUser({
          username,
          email: `${username}@example.com`,
          name: 'Somchai',
          roles: [],
          password: OLD,
        });
        const begin = await signIns[way]!(user);
        const end = await ending(user);
        const [began, ended] = await Promise.allSettled([begin(), end()]);
        // An ending that came too late (its code was void) ends nothing.
        if (ended.status === 'rejected') continue;
        comparedRounds += 1;
        const expectedTokens = tokensOf(ended.value);
        const issuedTokens = began.status === 'fulfilled' ? tokensOf(began.value) : [];
        const rows = await poolOne.db.query('SELECT id FROM user_pool_sessions WHERE sub = $1::uuid', [
          user.sub,
        ]);
        const live = await Promise.all([...expectedTokens, ...issuedTokens].map((token) => isLive(token)));
        if (rows.length !== expectedTokens.length || live.filter(Boolean).length !== expectedTokens.length)
          leftovers.push(what);
      }
      expect(leftovers).toEqual([]);
      expect(comparedRounds).toBeGreaterThan(0);
    },
    120_000,
  );
});
