import { afterAll, beforeAll, expect, it } from 'vitest';
import { LINE_SECRET, LINE_TOKEN, startPlatforms, type Platforms } from './support/platforms.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const rows = ({ body }: Answer): Json[] => body as unknown as Json[];
const DAY_MS = 86_400_000;
let services: TestServices;
let platforms: Platforms;
let owner: Call;

beforeAll(async () => {
  platforms = await startPlatforms();
  services = await startServices({ LINE_API_URL: platforms.address, RATE_LIMIT: '0' });
  owner = await services.as('owner');
  await services.app.startModules();
}, 240_000);
afterAll(async () => {
  await services.stop();
  await platforms.close();
});

const channelNamed = async (name: string): Promise<Json> =>
  rows(await owner('GET', `/api/v1/channels?name=${encodeURIComponent(name)}`))[0] ?? {};
const counted = async (channel: unknown): Promise<number[]> => {
  const end = new Date(Date.now() + DAY_MS).toISOString();
  const start = new Date(Date.now() - 20 * DAY_MS).toISOString();
  const range = `startIsoStringDate=${start}&endIsoStringDate=${end}&channels=${String(channel)}`;
  const { body } = await owner('GET', `/api/v1/dashboard/friends/chart?interval=day&${range}`);
  return (body['rows'] as { amount: number }[]).map(({ amount }) => amount).filter((amount) => amount > 0);
};

it('the demo’s LINE channels have friends, day by day', async () => {
  const { id, friends } = await channelNamed('Siam Lifestyle');
  const days = await counted(id);
  expect(days.length).toBeGreaterThan(15);
  expect(days.at(-1)).toBe(Number(friends));
  expect((await channelNamed('Website chat'))['friends']).toBeUndefined();
});

it('what was made up goes once the channel is connected, and LINE’s own count takes its place', async () => {
  const { id, ...stored } = await channelNamed('Siam Lifestyle VIP');
  const connected = { ...stored, token: LINE_TOKEN, secret: LINE_SECRET };
  expect(await owner('PUT', `/api/v1/channels/${String(id)}`, connected)).toMatchObject({ status: 200 });
  platforms.account.insight = { followers: 12_500, targetedReaches: 9_000, blocks: 69 };
  await owner('POST', '/api/v1/campaigns/reach', { channel: id });
  expect(new Set(await counted(id))).toEqual(new Set([12_431]));
  expect(await channelNamed('Siam Lifestyle VIP')).toMatchObject({ friends: 12_431 });
});
