import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Services } from '../engine/resources/services.ts';
import { findChannel, isKnownChannel } from './channelCache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Services with one channel, and the ids that were looked up. */
function servicesWithOneChannel() {
  const lookedUpIds: string[] = [];
  const find = async (id: string) => {
    lookedUpIds.push(id);
    return id === 'real' ? { id, type: 'LINE' } : undefined;
  };
  const resource = { model: { fields: [] }, repository: { find } };
  const catalog = { find: () => resource, require: () => resource };
  return { services: { db: {}, catalog } as unknown as Services, asked: lookedUpIds };
}

it('unknown ids are not cached and evict no channel', async () => {
  const { services, asked } = servicesWithOneChannel();
  expect(await findChannel(services, 'real')).toMatchObject({ id: 'real', active: true });
  for (let at = 0; at < 10_001; at += 1) await findChannel(services, `nobody-${at}`);
  expect([isKnownChannel(services, 'real'), isKnownChannel(services, 'nobody-1')]).toEqual([true, false]);
  await findChannel(services, 'real');
  expect(asked.filter((id) => id === 'real')).toHaveLength(1);
});

it('a channel is looked up once for concurrent requests, and again after a second', async () => {
  const { services, asked } = servicesWithOneChannel();
  await Promise.all(['real', 'real', 'nobody', 'nobody'].map((id) => findChannel(services, id)));
  expect(asked).toEqual(['real', 'nobody']);
  vi.setSystemTime(Date.now() + 1_001);
  await findChannel(services, 'real');
  expect(asked).toEqual(['real', 'nobody', 'real']);
});
