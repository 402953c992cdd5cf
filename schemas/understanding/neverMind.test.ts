import { expect, it } from 'vitest';
import { afterNeverMind } from './neverMind.ts';

it.each([
  ['Never mind', ''],
  ['nvm!', ''],
  ['ไม่เป็นไรค่ะ', ''],
  ['ยกเลิกครับ', ''],
  ['ไม่เอาแล้วนะคะ', ''],
  ['Cancel.', ''],
  ['Never mind, when do you open?', 'when do you open?'],
  ['forget it what are your hours', 'what are your hours'],
  ['ไม่เป็นไรครับ เปิดกี่โมง', 'เปิดกี่โมง'],
  ['stop, where are you?', 'where are you?'],
])('%j takes a question back, and goes on with %j', (text, rest) => {
  expect(afterNeverMind(text)).toBe(rest);
});

it.each([
  'cancel my order',
  'ยกเลิกการจองได้ไหม',
  'nevermore',
  'Bangkok',
  'ไม่เป็นไรมากไหม',
  'I never mind the rain',
  '',
])('%j does not', (text) => {
  expect(afterNeverMind(text)).toBeUndefined();
});
