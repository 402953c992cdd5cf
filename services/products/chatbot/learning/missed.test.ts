import { expect, it } from 'vitest';
import { maskPersonal } from './missed.ts';

it.each([
  ['call 0812345678 now', 'call ••• now'],
  ['call 081.234.5678 now', 'call ••• now'],
  ['call 081 - 234 - 5678 now', 'call ••• now'],
  ['call (081) 234–5678 now', 'call (••• now'],
  ['order 123456', 'order •••'],
  ['card 1234-5678 9012 3456', 'card •••'],
  ['โทร ๐๘๑.๒๓๔.๕๖๗๘', 'โทร •••'],
  ['room 101, 5 nights', 'room 101, 5 nights'],
  ['open 9.00-18.00 on 12/05/2026?', 'open 9.00-18.00 on 12/05/2026?'],
])('numbers in %j are masked: %j', (text, masked) => {
  expect(maskPersonal(text)).toBe(masked);
});

it.each([
  ['mail nok@example.com, please', 'mail •••, please'],
  ['ส่งใบเสร็จไปที่nok@example.comหน่อยครับ', 'ส่งใบเสร็จไปที่•••หน่อยครับ'],
  ['jürgen.müller@example.co.th', '•••'],
  ['to นก@ตัวอย่าง.ไทย', 'to •••'],
  ['see you @ 10', 'see you @ 10'],
])('mail addresses in %j are masked: %j', (text, masked) => {
  expect(maskPersonal(text)).toBe(masked);
});

// A pattern that takes more than linear time would not end within a test's timeout.
it.each([
  ['letters before a lone @', `${'a'.repeat(200_000)} @`],
  ['few digits before many hyphens', `${'1 '.repeat(4)}${'-'.repeat(200_000)}`],
  ['addresses that never end', 'a@'.repeat(100_000)],
])('%s are left unchanged in linear time', (_, text) => {
  expect(maskPersonal(text) === text).toBe(true);
});
