import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PAGE, startPlatforms, type Platforms } from '../../../tests/contract/support/platforms.ts';
import { facebookSender } from './sender.ts';
import type { SendOutcome, SendRequest } from '../types.ts';
import type { Database } from '../../engine/storage/database.ts';
import { META_ERRORS } from './metaErrors.ts';

/** Code, subcode, outcome of the message, and the sentence for people, from Meta's reference. */
const CASES: [code: number, subcode: number | undefined, state: SendOutcome['state'], sentence: RegExp][] = [
  [1, undefined, 'unknown', /may have delivered/],
  [1, 99, 'unknown', /permissions/],
  [1, 1357046, 'unknown', /after it took/],
  [2, undefined, 'unknown', /may have delivered/],
  [3, undefined, 'failed', /permission/],
  [4, undefined, 'later', /no more messages/],
  [9, undefined, 'later', /no more messages/],
  [10, undefined, 'failed', /permission/],
  [10, 2018065, 'failed', /24 hours/],
  [10, 2018108, 'failed', /receives no messages/],
  [10, 2018278, 'failed', /24 hours/],
  [10, 2534022, 'failed', /24 hours/],
  [10, 1893063, 'failed', /restricts/],
  [17, undefined, 'later', /no more messages/],
  [32, undefined, 'later', /no more messages/],
  [100, undefined, 'failed', /refused the message: What Meta says/],
  [100, 33, 'failed', /page/],
  [100, 2018001, 'failed', /no such person/],
  [100, 2018008, 'failed', /could not fetch/],
  [100, 2018047, 'failed', /another type/],
  [100, 2018074, 'failed', /no longer has/],
  [100, 2018109, 'failed', /larger/],
  [100, 2018294, 'failed', /75 seconds/],
  [100, 2534015, 'failed', /refused the message: What Meta says/],
  [102, undefined, 'failed', /access token/],
  [190, undefined, 'failed', /access token/],
  [200, 1545041, 'failed', /receives no messages/],
  [200, 2018028, 'failed', /not live/],
  [200, undefined, 'failed', /permission/],
  [230, undefined, 'failed', /permission/],
  [299, undefined, 'failed', /permission/],
  [341, undefined, 'later', /no more messages/],
  [368, undefined, 'failed', /blocks/],
  [551, undefined, 'failed', /receives no messages/],
  [551, 1545041, 'failed', /receives no messages/],
  [613, undefined, 'later', /no more messages/],
  [613, 2018338, 'later', /no more messages/],
  [1200, undefined, 'later', /time being/],
  ...Array.from({ length: 15 }, (_, at): (typeof CASES)[number] => [
    ...([80_000 + at, undefined, 'later', /no more messages/] as const),
  ]),
  [2018300, undefined, 'failed', /Another app/],
  [2018321, undefined, 'later', /Messenger itself/],
  [99_999, undefined, 'failed', /refused it: What Meta says/],
];

let platforms: Platforms;
let deliveredCount = 0;
beforeAll(async () => {
  platforms = await startPlatforms();
  platforms.onArrival = () => void (deliveredCount += 1);
});
afterAll(() => platforms.close());
beforeEach(() => {
  platforms.reset();
  deliveredCount = 0;
});

const send = (): Promise<SendOutcome> => {
  const channel = {
    id: 'c',
    type: 'FACEBOOK',
    name: 'Page',
    active: true,
    pageId: PAGE.id,
    token: PAGE.token,
  };
  const request = {
    ...{
      outbound: { addressOf: () => platforms.address, host: '127.0.0.1', webhookNetworks: [] },
      channel,
      person: 'P1',
      profile: 'p',
    },
    ...{ id: 'i', key: 'k', messages: [{ text: 'Hello' }], about: { source: 'BOT' }, isRetry: false },
    lastInbound: new Date(),
  } as SendRequest;
  return facebookSender.send(request, { db: {} as Database });
};

it('every row of the table has a case', () => {
  const isCovered = ({ code, to = code, subcode }: (typeof META_ERRORS)[number]) =>
    CASES.some(([own, sub]) => own >= code && own <= to && sub === subcode);
  expect(META_ERRORS.filter((row) => !isCovered(row))).toEqual([]);
});

it.each(CASES)('%i/%s is %s', async (code, subcode, state, sentence) => {
  platforms.meta.nextFailures = [{ code, subcode, message: 'What Meta says' }];
  const outcome = await send();
  expect(outcome).toMatchObject({ state, note: expect.stringMatching(sentence) });
  const { cause } = META_ERRORS.find((row) => row.code === code && row.subcode === subcode) ?? {};
  expect(outcome).toMatchObject({
    ...(state === 'failed' && { isUnauthorised: code === 190 || code === 102 }),
    ...(cause === 'message' && { isMessageFault: true }),
  });
  // A transient error is retried, unless the message may have arrived.
  platforms.meta.nextFailures = [{ code, subcode, isTransient: true }];
  expect((await send()).state).toBe(state === 'unknown' ? 'unknown' : 'later');
  expect(deliveredCount).toBe(0);
});

it.each([
  [{ status: 500 }, 'unknown'],
  [{ status: 503, code: 99_999 }, 'unknown'],
  [{ status: 500, code: 99_999, isTransient: true }, 'later'],
  [{ status: 500, code: 1200 }, 'later'],
  [{ status: 429 }, 'later'],
  [{ status: 404 }, 'failed'],
  [{ status: 500, code: 2, isTransient: true, isDelivered: true }, 'unknown'],
  [{ status: 400, code: 1, subcode: 1357046, isDelivered: true }, 'unknown'],
] as const)('%j is %s', async (trouble, state) => {
  platforms.meta.nextFailures = [trouble];
  expect((await send()).state).toBe(state);
});

it('a call without a response may have arrived', async () => {
  platforms.nextFailures = ['hang up'];
  expect((await send()).state).toBe('unknown');
});
