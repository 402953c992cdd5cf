import fc from 'fast-check';
import type { FieldModel, JsonObject } from '../model/types.ts';
import { cachedProduct } from '../testProduct.ts';
import type { AnswerContent } from './types.ts';

type Values = Record<string, unknown>;

/** Text parts of one to many units: Thai with marks, emoji families, Latin; and variables with long values. */
const TEXT_PARTS = ['ก', 'ที่', 'น้ำ', 'a', 'é', '👍', '👨‍👩‍👧‍👦', ' ', '{{long}}', '{{name}}', '"', '<b>'];
const MAX_TEXT_PARTS = 500;

const text = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...TEXT_PARTS), { minLength: min, maxLength: max })
    .map((parts) => parts.join(''))
    .filter((joined) => joined.trim() !== '');

const https = fc.webUrl({ validSchemes: ['https'] });
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  'media-uri': https,
  'https-uri': fc.constant('https://console.example/imagemaps/1'),
  'action-uri': fc.oneof(
    https,
    fc.constant('https://shop.example/{{long}}'),
    fc.constantFrom('tel:+66812345678', 'tel:021234567', 'tel:+66-2-123-4567'),
  ),
  phone: fc.constant('+66812345678'),
};

const flexAction: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant('message'), label: text(1, 30), text: text(1, 200) }),
  fc.record({
    ...{ type: fc.constant('uri'), label: text(1, 30) },
    uri: fc.constantFrom('https://shop.example/{{name}}', 'https://shop.example/{{long}}/{{long}}/{{long}}'),
  }),
  fc.record({
    type: fc.constant('postback'),
    label: text(1, 30),
    data: fc.constantFrom('a=1', 'a={{long}}'),
  }),
  fc.record({ type: fc.constant('clipboard'), label: text(1, 30), clipboardText: text(1, 100) }),
);
const flexPart: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: text(1, 60) }),
  fc.record({ type: fc.constant('button'), action: flexAction }),
  fc.record({ type: fc.constant('image'), url: https, action: flexAction }),
);
const bubble: fc.Arbitrary<JsonObject> = fc
  .record({ parts: fc.array(flexPart, { minLength: 1, maxLength: 8 }), action: flexAction })
  .map(({ parts, action }) => ({
    ...{ type: 'bubble', action },
    body: { type: 'box', layout: 'vertical', contents: parts },
  }));
const flexContents: fc.Arbitrary<JsonObject> = fc.oneof(
  bubble,
  fc.array(bubble, { minLength: 1, maxLength: 12 }).map((contents) => ({ type: 'carousel', contents })),
);

/** Valid values of a field, whatever its conditions. */
function valuesOf(field: FieldModel): fc.Arbitrary<unknown> {
  const { type, format = '', minLength = 1, maxLength, minimum, maximum, variants, fields } = field;
  if (field.constant !== undefined) return fc.constant(field.constant);
  if (variants)
    return fc.oneof(
      ...variants.options.map((option) =>
        objectsOf(option.fields).map((made) => ({ ...made, [variants.discriminator]: option.value })),
      ),
    );
  if (field.choices) return fc.constantFrom(...field.choices.map(({ value }) => value));
  if (field.content) return flexContents;
  if (field.generated === 'id') return fc.uuid();
  if (type === 'boolean') return fc.boolean();
  if (type === 'number') return fc.integer({ min: minimum, max: maximum });
  if (field.item) return listsOf(field, field.item);
  if (fields) return objectsOf(fields);
  const maxLengths = [maxLength, ...field.limits.map((limit) => limit.maxLength), MAX_TEXT_PARTS];
  return FORMATS[format] ?? text(minLength, Math.min(...maxLengths.filter((limit) => limit !== undefined)));
}

const objectsOf = (fields: FieldModel[]): fc.Arbitrary<Values> =>
  fc
    .record(Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)])), {
      requiredKeys: fields
        .filter(({ required, requiredWhen }) => required || requiredWhen)
        .map(({ name }) => name),
    })
    .map((made) => {
      const fitting: Values = { ...made };
      for (const { name, combinedMaximum } of fields) {
        const [other] = combinedMaximum?.otherFields ?? [];
        if (!combinedMaximum || other === undefined) continue;
        fitting[other] = Math.min(Number(fitting[other]), combinedMaximum.maximum - 1);
        fitting[name] = Math.min(Number(fitting[name]), combinedMaximum.maximum - Number(fitting[other]));
      }
      return fitting;
    });

const listsOf = ({ minItems, maxItems, rules }: FieldModel, item: FieldModel): fc.Arbitrary<Values[]> =>
  fc
    .array(valuesOf(item) as fc.Arbitrary<Values>, { minLength: minItems, maxLength: maxItems })
    .map((rows) => {
      const listIn = (row: Values, name: string): unknown[] => row[name] as unknown[];
      const shortestLength = (name: string): number =>
        Math.min(...rows.map((row) => listIn(row, name).length));
      const partial = (rules?.allOrNone ?? []).filter((name) => rows.some((row) => row[name] === undefined));
      return rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          (rules?.equalLength ?? []).map((name) => [name, listIn(row, name).slice(0, shortestLength(name))]),
        ),
        ...Object.fromEntries(partial.map((name) => [name, undefined])),
      }));
    });

const template = cachedProduct().entities.find(({ name }) => name === 'template');
const answerFields = (template?.fields ?? []).filter(({ name }) => ['messages', 'quickReply'].includes(name));

/** Valid answers, for any platform. */
export const answer = objectsOf(answerFields) as unknown as fc.Arbitrary<AnswerContent>;

/** One value of maximum length, and one of graphemes with many units. */
export const VARIABLES = new Map([
  ['long', 'ยาว'.repeat(166)],
  ['name', '👨‍👩‍👧‍👦'],
]);
