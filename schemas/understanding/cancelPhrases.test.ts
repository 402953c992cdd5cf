import { expect, it } from 'vitest';
import { textAfterCancelPhrase } from './cancelPhrases.ts';

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
  ['ไม่เป็นไร แล้วร้านเปิดกี่โมง', 'แล้วร้านเปิดกี่โมง'],
  ['ไม่เป็นไร ค่าส่งเท่าไหร่', 'ค่าส่งเท่าไหร่'],
  ['ไม่เป็นไร ค่าคะแนนเท่าไหร่', 'ค่าคะแนนเท่าไหร่'],
  ['ไม่เป็นไรค่ะ คะแนนสะสมดูที่ไหน', 'คะแนนสะสมดูที่ไหน'],
  ['ไม่เป็นไร ครับ', ''],
  ['ไม่เป็นไรแล้วครับ, เปิดกี่โมง', 'เปิดกี่โมง'],
  ['ช่างมันเถอะ', ''],
  ['ช่างมันเถอะค่ะ ร้านอยู่ที่ไหน', 'ร้านอยู่ที่ไหน'],
])('%j takes a question back, and goes on with %j', (text, rest) => {
  expect(textAfterCancelPhrase(text)).toBe(rest);
});

it.each([
  'cancel my order',
  'ยกเลิกการจองได้ไหม',
  'nevermore',
  'Bangkok',
  'ไม่เป็นไรมากไหม',
  'ไม่เป็นไรแล้วร้านเปิดกี่โมง',
  'ยกเลิกค่าส่งได้ไหม',
  'I never mind the rain',
  '',
])('%j does not', (text) => {
  expect(textAfterCancelPhrase(text)).toBeUndefined();
});
