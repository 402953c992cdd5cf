import { expect, it } from 'vitest';
import { toStorableJson } from './storableText.ts';

it('replaces characters that cannot be stored, and nothing else', () => {
  const plain = { words: 'สวัสดี 👋 \\u0000 \n', list: [1, null, { deep: true }] };
  expect(toStorableJson(plain)).toEqual(plain);
  const halves = { words: ['a\u0000b', 'x\uD83D', '\uDC4By'], whole: '👋' };
  expect(toStorableJson(halves)).toEqual({ words: ['a\uFFFDb', 'x\uFFFD', '\uFFFDy'], whole: '👋' });
  expect(toStorableJson({ long: 'x'.repeat(60_001) })).toBeUndefined();
});
