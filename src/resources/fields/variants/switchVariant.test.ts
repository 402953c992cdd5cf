import { expect, test } from 'vitest';
import { childFields } from '../../../../schemas/model/fields.ts';
import type { FieldModel, JsonObject, VariantsModel } from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';
import { loadValidator } from '../../form/useFormValidator.ts';
import { switchVariant } from './switchVariant.ts';

await loadValidator('template');
const messages = entityByName('template').fields.find((field) => field.name === 'messages');
const message = messages?.item as FieldModel;
const types = message.variants as VariantsModel;

test('keeps texts of the same name and lists of the same shape', () => {
  const carousel: JsonObject = {
    type: 'carousel',
    altText: 'Cards',
    quickReply: { items: [{ type: 'camera', label: 'Photo' }] },
    columns: [{ text: 'One', imageUrl: 'https://a.example/1.png', actions: [] }],
  };
  const switched = switchVariant(types, carousel, 'image_carousel');
  expect(switched).toMatchObject({
    type: 'image_carousel',
    altText: 'Cards',
    quickReply: { items: [{ type: 'camera', label: 'Photo' }] },
    columns: [{ imageUrl: 'https://a.example/1.png' }],
  });
  expect(switched['columns']).toEqual([{ imageUrl: 'https://a.example/1.png' }]);
});

test('switching back restores values that the other type does not have', () => {
  const carousel: JsonObject = {
    type: 'carousel',
    altText: 'Cards',
    columns: [{ text: 'One', actions: [] }],
  };
  const there = switchVariant(types, carousel, 'image_carousel');
  const back = switchVariant(types, { ...there, altText: 'Changed' }, 'carousel', carousel);
  expect(back).toMatchObject({ type: 'carousel', altText: 'Changed', columns: [{ text: 'One' }] });
});

test.each(types.options.flatMap((from) => types.options.map((to) => [from.value, to.value] as const)))(
  'from %s to %s holds only fields of the new type',
  (from, to) => {
    const names = types.options.flatMap((option) => option.fields.map((field) => field.name));
    const full: JsonObject = { ...Object.fromEntries(names.map((name) => [name, 'x'])), type: from };
    const switched = switchVariant(types, full, to);
    const own = childFields(message, switched).map((field) => field.name);
    expect(Object.keys(switched).filter((name) => !own.includes(name))).toEqual([]);
    expect(switched['type']).toBe(to);
  },
);
