import { createHmac } from 'node:crypto';
import sharp from 'sharp';
import { expect } from '../fixtures.ts';
import { type Rest, tokenOf } from '../rest.ts';
import type { Site } from './site.ts';

export type Json = Record<string, unknown>;
export type Type = 'LINE' | 'FACEBOOK' | 'WEBCHAT' | 'CUSTOM';
export const TYPES: Type[] = ['LINE', 'FACEBOOK', 'WEBCHAT', 'CUSTOM'];

const SECRET = 'page-secret-1';
const HOUR_MS = 3_600_000;
let number = 0;
const mark = (): string => `${Date.now()}${(number += 1)}`;

/** The start of the hour that is `hours` from now. */
export const inHours = (hours: number): string =>
  new Date(Math.floor(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString();

/** Whether a time is in the workspace's current month: the next month has another quota. */
export function isThisMonth(time: string): boolean {
  const monthOf = (at: number): string => new Date(at + 7 * HOUR_MS).toISOString().slice(0, 7);
  return monthOf(Date.parse(time)) === monthOf(Date.now());
}

/** Services that the tests of checks create records with, and the created records. */
export interface CheckContext {
  rest: Rest;
  url: string;
  site: Site;
  made: { path: string; id: string }[];
}

async function create({ rest, made }: CheckContext, path: string, body: Json): Promise<Json> {
  const record = await rest.create(path, body);
  made.unshift({ path, id: String(record['id']) });
  return record;
}

/** Creates a connected channel, so that other tests' channels are unaffected. */
export async function channelOf(maker: CheckContext, type: Type): Promise<string> {
  const own: Record<Type, Json> = {
    LINE: { token: 'line-token-1', secret: 'line-secret-1' },
    FACEBOOK: { pageId: mark(), token: 'page-token-1', secret: SECRET },
    WEBCHAT: { webhookUrl: `${maker.site.address}/hook` },
    CUSTOM: { webhookUrl: `${maker.site.address}/hook` },
  };
  const { id, pageId } = await create(maker, 'channels', { name: `Checked ${mark()}`, type, ...own[type] });
  if (pageId) maker.site.pageId = String(pageId);
  return String(id);
}

export async function person(maker: CheckContext, channel: string, own: Json = {}): Promise<Json> {
  return create(maker, 'audiences', {
    ...{ displayName: 'Ann', channel, externalId: `P${mark()}`, followState: 'following', ...own },
  });
}

/** Delivers a Facebook message of a person, which opens the 24-hour window for answers. */
export async function receiveMessage(
  { url, rest }: CheckContext,
  channel: string,
  { id, externalId }: Json,
): Promise<void> {
  const { json } = await rest.call('GET', `channels/${channel}`);
  const { pageId } = json as { pageId: string };
  const webhookEvent = { sender: { id: externalId }, recipient: { id: pageId }, timestamp: Date.now() };
  const messaging = [{ ...webhookEvent, message: { mid: `m-${mark()}`, text: 'Hello' } }];
  const body = JSON.stringify({ object: 'page', entry: [{ id: pageId, time: Date.now(), messaging }] });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  const answer = await fetch(`${url}/webhooks/facebook/${channel}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  expect(answer.status).toBe(200);
  await expect
    .poll(async () => ((await rest.call('GET', `audiences/${String(id)}`)).json as Json)['lastSeen'] ?? null)
    .not.toBeNull();
}

export async function broadcast(maker: CheckContext, own: Json): Promise<{ id: string; name: string }> {
  const name = `Checked ${mark()}`;
  const { id } = await create(maker, 'campaigns', { name, target: 'everyone', content: 'written', ...own });
  return { id: String(id), name };
}

/** Sends an identical broadcast first, and waits until it is sent. */
export async function sendFirst(maker: CheckContext, own: Json): Promise<void> {
  const sendAt = new Date(Date.now() + 1_500).toISOString();
  const { id } = await broadcast(maker, { ...own, sendAt });
  const answer = await maker.rest.call('POST', `campaigns/${id}/send`, { confirmed: 'all' });
  expect(answer).toMatchObject({ status: 200 });
  await expect
    .poll(async () => ((await maker.rest.call('GET', `campaigns/${id}`)).json as Json)['status'])
    .toBe('executed');
}

/** Schedules `count` broadcasts for a time, to use up the limit of its hour. */
export async function fillHour(
  maker: CheckContext,
  count: number,
  channel: string,
  sendAt: string,
): Promise<void> {
  const own = { channel, sendAt, target: 'manual', people: 'nobody', ...text('Hello') };
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) ids.push((await broadcast(maker, own)).id);
  const answer = await maker.rest.call('POST', 'campaigns/bulk/send', { ids, confirmed: 'all' });
  expect(answer.json).toMatchObject({ failed: {} });
}

export async function updateRules({ rest }: CheckContext, own: Json): Promise<void> {
  const { json } = await rest.call('GET', 'networks/current');
  const answer = await rest.call('PUT', 'networks/current', { ...(json as Json), ...own });
  expect(answer).toMatchObject({ status: 200 });
}

/** Uploads a picture. @returns its address */
export async function upload({ url }: CheckContext): Promise<string> {
  const size = { width: 2500, height: 843, channels: 3 as const, background: '#0b6a78' };
  const form = new FormData();
  const content = await sharp({ create: size }).png().toBuffer();
  form.append('file', new Blob([new Uint8Array(content)]), 'picture.png');
  const answer = await fetch(`${url}/api/v1/files?entity=rich-menu&field=image`, {
    ...{ method: 'POST', body: form },
    headers: { authorization: `Bearer ${await tokenOf(url, 'owner')}` },
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { url: string }).url;
}

export const text = (said: string): Json => ({ messages: [{ type: 'text', text: said }] });
export const picture = (url: string): Json => ({
  type: 'image',
  originalContentUrl: url,
  previewImageUrl: url,
});

/** Deletes the created records, the last first. */
export async function deleteCreated({ rest, made }: CheckContext): Promise<void> {
  for (const { path, id } of made.splice(0)) {
    if (path === 'campaigns') await rest.call('POST', `campaigns/${id}/cancel`, {});
    await rest.call('DELETE', `${path}/${id}`);
  }
}
