import { expect, it } from 'vitest';
import type { Context } from '../../engine/modules/module.ts';
import { CAMPAIGN_MODULES } from './index.ts';
import { listHours } from './reach.ts';

it('the hours of a day have the properties that OpenAPI describes', async () => {
  const context = { db: { query: () => Promise.resolve([]) } } as unknown as Context;
  const { hours } = await listHours(context, '2026-11-24', Date.parse('2026-11-23T00:00:00Z'));
  const output = CAMPAIGN_MODULES[0]?.handlers?.['places']?.output;
  expect(output).toMatchObject({
    properties: { hours: { items: { required: Object.keys(hours[0] ?? {}) } } },
  });
  expect(hours).toHaveLength(24);
});
