import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import type {
  OutboundSettings,
  ChannelService,
  FollowerCount,
  FollowerPage,
  UnsealedChannel,
} from '../types.ts';
import { dayOfLine } from './lineDays.ts';
import { LINE_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const DAY_MS = 86_400_000;
/** Maximum of one call. */
const IDS_PER_PAGE = 1_000;
/** Shown for accounts whose friends LINE does not list. */
const NOT_LISTED = storedText(
  'LINE lists friends for verified and premium accounts only, and says that this account is neither. Friends are known here once they write.',
);

const asCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;

async function callBotApi(
  { token = '' }: UnsealedChannel,
  path: string,
  { addressOf }: OutboundSettings,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, body = {} } = await callPlatform(`${addressOf(LINE_API)}/v2/bot/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (status >= 500 || status === 429) throw new UpstreamUnavailableError(`LINE answered ${status}`);
  return { status, body };
}

/** LINE's `followers` include all who ever added the account, also those who block it. */
async function fetchCount(
  channel: UnsealedChannel,
  day: string,
  outbound: OutboundSettings,
): Promise<FollowerCount | undefined> {
  const { status, body } = await callBotApi(
    channel,
    `insight/followers?date=${day.replaceAll('-', '')}`,
    outbound,
  );
  const followers = asCount(body['followers']);
  if (status !== 200 || body['status'] !== 'ready' || followers === undefined) return undefined;
  const blocked = asCount(body['blocks']) ?? 0;
  const friends = Math.max(0, followers - blocked);
  return { day, friends, blocked, targeted: asCount(body['targetedReaches']) ?? null };
}

/** LINE counts a day once it is over, on the clock of Japan. */
export const fetchLineFollowerCount: NonNullable<ChannelService['fetchFollowerCount']> = {
  lastDay: (now) => dayOfLine(now.getTime() - DAY_MS),
  fetch: fetchCount,
};

/** Fetches a page of the friends' ids; with an expired `start` it fetches the first page. */
export async function fetchLineFollowerIds(
  channel: UnsealedChannel,
  start: string | undefined,
  outbound: OutboundSettings,
): Promise<FollowerPage> {
  const from = start === undefined ? '' : `&start=${encodeURIComponent(start)}`;
  const { status, body } = await callBotApi(channel, `followers/ids?limit=${IDS_PER_PAGE}${from}`, outbound);
  if (status === 403) return { refused: NOT_LISTED };
  if (status === 400 && start !== undefined) return fetchLineFollowerIds(channel, undefined, outbound);
  if (status === 401)
    return { refused: storedText('LINE refuses the access token. Test the connection of the channel.') };
  const ids = body['userIds'];
  if (status !== 200 || !Array.isArray(ids))
    throw new UpstreamUnavailableError(`LINE answered ${status} when it was asked for the friends`);
  const next = body['next'];
  return {
    people: ids.filter((id): id is string => typeof id === 'string' && id !== ''),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  };
}
