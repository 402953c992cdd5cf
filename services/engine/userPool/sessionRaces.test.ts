import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../mail/mailer.ts';
import { testEngines } from '../storage/testEngines.ts';
import { ACTIONS } from './actions/index.ts';
import { UserPool } from './index.ts';
import type { PoolUser } from './index.ts';
import { QuickClient, type SrpChallenge } from './testClient.ts';

const ROUNDS = 100;
const OLD = 'Right-2026';
const NEW = 'Chosen-2026';

/**
 * A sign-in that is under way while something ends the person's sessions: whichever comes first, none is left. Both
 * run at the same time on connections of their own, and as two processes would, each in a pool of its own.
 */
describe.each(testEngines())('a sign-in under way on the $name engine', ({ open }) => {
  let here: UserPool;
  let there: UserPool;
  let stop: () => Promise<void>;
  let client: QuickClient;
  let people = 0;
  const mails: Message[] = [];

  beforeAll(async () => {
    const { db, remove } = await open();
    const mailer = { send: async (message: Message) => void mails.push(message), close: () => {} };
    here = await UserPool.open({ db, mailer });
    there = await UserPool.open({ db, mailer });
    client = new QuickClient(here.poolName);
    stop = async () => {
      await here.close();
      await there.close();
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
  const inClear = (pool: UserPool, { username }: PoolUser) =>
    call(pool, 'InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: username, PASSWORD: OLD },
    });
  const tokensOf = (answer: Record<string, unknown>) =>
    [answer['AuthenticationResult'] as { AccessToken: string } | undefined].flatMap((result) =>
      result ? [result.AccessToken] : [],
    );
  const isLive = (token: string) =>
    here.verifyToken(token).then(
      () => true,
      () => false,
    );

  /** Does what comes before the race; gives what is raced. */
  type Way = (user: PoolUser) => Promise<() => Promise<Record<string, unknown>>>;
  const begins: Record<string, Way> = {
    'with the password in clear': async (user) => () => inClear(here, user),
    'with a proof of the password': async ({ username }) => {
      const { ChallengeParameters: challenge } = await call(here, 'InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: username, SRP_A: client.publicValue.toString(16) },
      });
      const ChallengeResponses = client.answer(challenge as SrpChallenge, OLD);
      return () =>
        call(here, 'RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
    },
    'with a new password': async (user) => {
      await here.setPassword(user.username, OLD, false);
      const { Session } = await inClear(here, user);
      return () =>
        call(here, 'RespondToAuthChallenge', {
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session,
          ChallengeResponses: { USERNAME: user.username, NEW_PASSWORD: NEW },
        });
    },
    'with a refresh token': async (user) => {
      const answer = await inClear(here, user);
      const { RefreshToken } = answer['AuthenticationResult'] as { RefreshToken: string };
      return () =>
        call(here, 'InitiateAuth', {
          AuthFlow: 'REFRESH_TOKEN',
          AuthParameters: { REFRESH_TOKEN: RefreshToken },
        });
    },
  };

  const endings: Record<string, Way> = {
    'is disabled':
      async ({ username }) =>
      async () => {
        await there.disable(username);
        return {};
      },
    'is given another password':
      async ({ username }) =>
      async () => {
        await there.setPassword(username, NEW, false);
        return {};
      },
    'is asked for another password':
      async ({ username }) =>
      async () => {
        await there.resetPassword(username);
        return {};
      },
    'is removed':
      async ({ username }) =>
      async () => {
        await there.deleteUser(username);
        return {};
      },
    'sets another password with a code': async ({ username }) => {
      await call(there, 'ForgotPassword', { Username: username });
      await there.background.idle();
      const ConfirmationCode = /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0];
      return () =>
        call(there, 'ConfirmForgotPassword', { Username: username, ConfirmationCode, Password: NEW });
    },
  };
  const own: Record<string, Way> = {
    'changes the password elsewhere': async (user) => {
      const [AccessToken] = tokensOf(await inClear(there, user));
      return async () => {
        await call(there, 'ChangePassword', { AccessToken, PreviousPassword: OLD, ProposedPassword: NEW });
        return { AuthenticationResult: { AccessToken } };
      };
    },
  };
  const everywhere: Record<string, Way> = {
    'signs out everywhere': async (user) => {
      const [AccessToken] = tokensOf(await inClear(there, user));
      return () => call(there, 'GlobalSignOut', { AccessToken });
    },
  };
  // A password in clear may come after the sign-out as a whole; who has to set a password has no other session.
  const against: Record<string, Record<string, Way>> = {
    'with the password in clear': { ...endings, ...own },
    'with a proof of the password': { ...endings, ...own, ...everywhere },
    'with a new password': endings,
    'with a refresh token': { ...endings, ...own, ...everywhere },
  };

  test.each(Object.keys(begins))(
    `%s leaves no session behind, in ${ROUNDS} rounds`,
    async (way) => {
      const ways = Object.entries(against[way] ?? {});
      const left: string[] = [];
      let compared = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const [what, ending] = ways[round % ways.length]!;
        people += 1;
        const username = `person.${people}`;
        const user = await here.createUser({
          username,
          email: `${username}@example.com`,
          name: 'Somchai',
          roles: [],
          password: OLD,
        });
        const begin = await begins[way]!(user);
        const end = await ending(user);
        const [began, ended] = await Promise.allSettled([begin(), end()]);
        // An ending that came too late (its code was void) ends nothing.
        if (ended.status === 'rejected') continue;
        compared += 1;
        const kept = tokensOf(ended.value);
        const answered = began.status === 'fulfilled' ? tokensOf(began.value) : [];
        const rows = await here.db.query('SELECT id FROM user_pool_sessions WHERE sub = $1::uuid', [
          user.sub,
        ]);
        const live = await Promise.all([...kept, ...answered].map((token) => isLive(token)));
        if (rows.length !== kept.length || live.filter(Boolean).length !== kept.length) left.push(what);
      }
      expect(left).toEqual([]);
      expect(compared).toBeGreaterThan(0);
    },
    120_000,
  );
});
