import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let owner: Call;
beforeAll(async () => {
  services = await startServices();
  owner = await services.as('owner');
});
afterAll(() => services.stop());

const longText = (name: string) =>
  owner('POST', '/api/v1/templates', {
    name,
    platform: 'multi',
    messages: [{ type: 'text', text: 'a'.repeat(2001) }],
  });

const inUse = async () => (await owner('GET', '/permissions/access')).body['inUse'];

it('a template for every channel keeps to the limits of the channel types that there are', async () => {
  expect(await inUse()).toMatchObject({ 'channel.type': expect.arrayContaining(['LINE', 'FACEBOOK']) });
  const refused = await longText('long_with_facebook');
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body['fields'] as object)).toEqual(['/messages', '/messages/0/text']);

  const channels = (await owner('GET', '/api/v1/channels?type=FACEBOOK')).body as unknown as { id: string }[];
  for (const channel of channels)
    await records(services.services, 'channel', SYSTEM).change(channel.id, (stored) => ({
      ...stored,
      type: 'WEBCHAT',
    }));
  expect(await inUse()).toEqual({ 'channel.type': expect.not.arrayContaining(['FACEBOOK']) });
  expect((await longText('long_without_facebook')).status).toBe(201);
});
