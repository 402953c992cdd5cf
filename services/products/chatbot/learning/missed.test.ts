import { expect, it } from 'vitest';
import { maskPersonal } from './missed.ts';

it.each([
  ['call 0812345678 now', 'call ••• now'],
  ['call 081.234.5678 now', 'call ••• now'],
  ['call 081 - 234 - 5678 now', 'call ••• now'],
  ['call (081) 234–5678 now', 'call (••• now'],
  ['order 12/34/5678', 'order •••'],
  ['โทร ๐๘๑.๒๓๔.๕๖๗๘', 'โทร •••'],
  ['room 101, 5 nights', 'room 101, 5 nights'],
])('%j without its numbers is %j', (text, masked) => {
  expect(maskPersonal(text)).toBe(masked);
});

it.each([
  ['mail nok@example.com, please', 'mail •••, please'],
  ['ส่งใบเสร็จไปที่nok@example.comหน่อยครับ', 'ส่งใบเสร็จไปที่•••หน่อยครับ'],
  ['jürgen.müller@example.co.th', '•••'],
  ['to นก@ตัวอย่าง.ไทย', 'to •••'],
  ['see you @ 10', 'see you @ 10'],
])('%j without its addresses is %j', (text, masked) => {
  expect(maskPersonal(text)).toBe(masked);
});

it.each([`${'a'.repeat(200_000)} @`, `${'1 '.repeat(4)}${'-'.repeat(200_000)}`, 'a@'.repeat(100_000)])(
  'long texts take no long time',
  (text) => {
    const started = performance.now();
    maskPersonal(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);
