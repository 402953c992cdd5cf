import { describe, expect, it } from 'vitest';
import { adaptDrawing, createDrawing, readableInk, layOutText, wrapText } from './drawing.ts';

const letters = (most: number) => (line: string) => line.length <= most;
const area = { x: 833, y: 843, width: 834, height: 843 };
/** Letters half as wide as they are high. */
const measure = (text: string, size: number): number => text.length * size * 0.5;

describe('a drawn area', () => {
  it('breaks text between words, also in Thai, into at most two lines', () => {
    expect(wrapText('New arrivals today', letters(12))).toEqual(['New arrivals', 'today']);
    expect(wrapText('สินค้าใหม่วันนี้', letters(10))).toEqual(['สินค้า', 'ใหม่วันนี้']);
    expect(wrapText('ค้นหาร้านใกล้คุณ', letters(13))).toEqual(['ค้นหาร้าน', 'ใกล้คุณ']);
    expect(wrapText('one two three four', letters(5))).toBeUndefined();
    expect(wrapText('', letters(5))).toEqual([]);
  });

  it('has icon and text in its middle, inside the margin', () => {
    const { icon, lines, x, y, size } = layOutText(area, { icon: 'Gift', label: 'Rewards' }, measure);
    expect(lines).toEqual(['Rewards']);
    expect(x).toBe(area.x + area.width / 2);
    expect(icon?.x).toBeGreaterThan(area.x + 60);
    expect((icon?.y ?? 0) + (icon?.height ?? 0)).toBeLessThan(y - size / 2);
    expect(y + size / 2).toBeLessThan(area.y + area.height - 60);
  });

  it('has smaller letters for a long text, and an ellipsis where the smallest do not fit', () => {
    const short = layOutText(area, { label: 'Rewards' }, measure);
    const long = layOutText(area, { label: 'Rewards and benefits of all our members' }, measure);
    expect(long.size).toBeLessThan(short.size);
    expect(long.lines).toHaveLength(2);
    const [line = ''] = layOutText(area, { label: 'x'.repeat(200) }, measure).lines;
    expect(line).toMatch(/^x+…$/);
    expect(measure(line, layOutText(area, { label: 'x'.repeat(200) }, measure).size)).toBeLessThanOrEqual(
      714,
    );
  });

  it('has text in a colour with contrast to its background', () => {
    expect(readableInk('#ffffff')).toBe('#1d2429');
    expect(readableInk('#f8ecc2')).toBe('#1d2429');
    expect(readableInk('#0b6a78')).toBe('#ffffff');
    expect(readableInk('#86294a')).toBe('#ffffff');
  });
});

it('another pattern keeps the drawings of the areas that it has', () => {
  const drawing = createDrawing(['A', 'B', 'C']);
  const [first] = drawing.areas;
  const other = adaptDrawing({ ...drawing, lined: false }, ['x', 'y', 'z', 'D']);
  expect(other.areas.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D']);
  expect(other.areas[0]).toBe(first);
  expect(other.lined).toBe(false);
});
