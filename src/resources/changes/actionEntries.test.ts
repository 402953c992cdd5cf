import { expect, test } from 'vitest';
import type { ListRecord } from '../fieldKit/types.ts';
import { entityByName } from '../product.ts';
import { buildActionEntries } from './actionEntries.ts';
import type { Rights } from './useRights.ts';

const channel = (id: string): ListRecord => ({ id, version: 1, createdAt: '', updatedAt: '' });
const RECORDS = [channel('a'), channel('b')];
const rights = { may: () => true, context: {} } as unknown as Rights;
const labelOf = (chosen?: number): string | undefined =>
  buildActionEntries(
    entityByName('channel'),
    'bulk',
    RECORDS,
    rights,
    () => undefined,
    undefined,
    chosen,
  ).find(({ id }) => id === 'test')?.label;

test('an action says of how many it is done, also where others are selected that are not loaded', () => {
  const label = labelOf();
  expect(label).not.toContain('of');
  expect(labelOf(1200)).toBe(`${label} (2 of 1200)`);
});
