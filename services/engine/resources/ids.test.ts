import { expect, it } from 'vitest';
import { newId } from './ids.ts';

it('ids are UUIDs of version 7, and each is greater than the one before, however many a millisecond has', () => {
  const before = Date.now();
  const ids = Array.from({ length: 50_000 }, newId);
  const malformed = ids.filter(
    (id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
  );
  expect(malformed).toEqual([]);
  expect(ids.filter((id, at) => at > 0 && id <= String(ids[at - 1]))).toEqual([]);
  const timeOf = (id: string | undefined): number =>
    Number.parseInt(String(id).replace('-', '').slice(0, 12), 16);
  expect(timeOf(ids[0])).toBeGreaterThanOrEqual(before);
  expect(timeOf(ids[0])).toBeLessThan(before + 60_000);
});
