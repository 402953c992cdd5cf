import { expect, it } from 'vitest';
import { adaptAreas, findRemovedAreas, nearestArea } from './areasModel.ts';
import { computeCrop, encodeWithinBytes } from './fit.ts';
import { PATTERNS } from '../../../schemas/richMenus/patterns.ts';
import { tapResult } from './tapResult.ts';

const frame = { width: 2500, height: 1686 };
const middle = { zoom: 1, x: 0.5, y: 0.5 };

it('a crop has the aspect ratio of its frame and is within the picture', () => {
  const wide = computeCrop({ width: 4000, height: 1000 }, frame, middle);
  expect(wide.width / wide.height).toBeCloseTo(2500 / 1686);
  expect([wide.height, wide.x * 2 + wide.width]).toEqual([1000, 4000]);
  const tall = computeCrop({ width: 1000, height: 4000 }, frame, { ...middle, y: 1 });
  expect(tall.y + tall.height).toBeCloseTo(4000);
  expect(computeCrop(frame, frame, middle)).toEqual({ x: 0, y: 0, ...frame });
  expect(computeCrop(frame, frame, { ...middle, zoom: 2 })).toMatchObject({
    width: 1250,
    height: 843,
    x: 625,
  });
});

it('a picture is compressed only until it is small enough', async () => {
  const tried: number[] = [];
  const encode = async (quality: number): Promise<Blob> => {
    tried.push(quality);
    return new Blob(['x'.repeat(Math.round(quality * 100))]);
  };
  expect((await encodeWithinBytes(encode, 80))?.size).toBe(75);
  expect(tried).toEqual([0.92, 0.85, 0.75]);
  expect(await encodeWithinBytes(encode, 10)).toBeUndefined();
});

it('another pattern keeps the actions of its areas, and lists those that it removes', () => {
  const item = (label: string) => ({ action: { type: 'message', label } });
  const items = ['A', 'B', 'C', 'D'].map(item);
  expect(adaptAreas(items, 'L1')).toEqual([...items, {}, {}]);
  expect(adaptAreas(items, 'L5')).toEqual(items.slice(0, 2));
  expect(findRemovedAreas([...items, {}], 'L5')).toEqual(['C', 'D']);
  expect(findRemovedAreas([item('A'), {}], 'L7')).toEqual([]);
});

it('arrow keys find the area in their direction', () => {
  const { areas } = PATTERNS.L1;
  expect(
    ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => nearestArea(areas, 1, key)),
  ).toEqual([2, 4, 0, 1]);
  expect(nearestArea(PATTERNS.L4.areas, 0, 'ArrowRight')).toBe(1);
  expect(nearestArea(areas, 1, 'Enter')).toBeUndefined();
});

it('a tap shows its effect', () => {
  const none = (): undefined => undefined;
  expect(tapResult({ type: 'message', label: 'A', text: 'สวัสดี' }, none)).toEqual({ says: 'สวัสดี' });
  expect(tapResult({ type: 'template_action', label: 'A', templateName: '1' }, () => 'welcome')).toEqual({
    says: 'A',
    note: 'Answers with the template welcome',
  });
  expect(tapResult(undefined, none).note).toMatch(/no action/);
});
