import { expect, test } from 'vitest';
import { normalizeThai } from './thaiMarks.ts';

test.each([
  ['สวัสดี', 'สวัสดี'],
  ['ที่', 'ท\u0e48\u0e35'],
  ['ผู้ใช้', 'ผ\u0e49\u0e39ใช้'],
  ['น้ำ', 'น\u0e49\u0e4d\u0e32'],
  ['น้ำ', 'น\u0e4d\u0e49\u0e32'],
  ['ทำ', 'ท\u0e4d\u0e32'],
  ['แชนแนล', 'เเชนเเนล'],
  ['Broadcast 12.12 é', 'Broadcast 12.12 é'],
  ['', ''],
])('%s is what %s looks like', (right, typed) => {
  expect(normalizeThai(typed)).toBe(right);
  expect(normalizeThai(normalizeThai(typed))).toBe(right);
});
