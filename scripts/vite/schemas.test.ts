import fc from 'fast-check';
import { product } from 'virtual:product';
import { schemas } from 'virtual:schemas';
import { describe, expect, test } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { createSchemaValidator } from '../../schemas/model/ajv.ts';
import type { FieldModel } from '../../schemas/model/types.ts';
import { checkModule } from './checkModule.ts';

const source = cachedProduct();
const models = [...source.entities, ...source.forms.filter(({ screen }) => screen !== false)];

type Loaded = typeof import('virtual:schema/*');

interface OutlinedVariant {
  sentence?: string;
  fields: { name: string }[];
}
/** The outline of a variant has the fields of its sentence. */
const isInSentence =
  ({ sentence = '' }: OutlinedVariant) =>
  ({ name }: { name: string }): boolean =>
    sentence.includes(`{{${name}}}`);

test('the console has every model; JSON Schemas, fields of variants and steps are separate modules', async () => {
  const whole = source.entities.map(({ schema: _, notify: __, exclusive: ___, ...model }) => ({
    ...model,
    // Only the services evaluate approval rules.
    actions: model.actions.map(({ approval, ...action }) => ({
      ...action,
      ...(approval && { approval: approval.map(({ by }) => ({ by })) }),
    })),
  }));
  const asOutlined = whole.map((model) => ({
    ...model,
    form: {
      ...model.form,
      ...(model.form.steps && { main: [] }),
      ...(model.form.start && { start: { description: '', examples: [] } }),
    },
    fields: JSON.parse(JSON.stringify(model.fields), (key: string, value: unknown) =>
      key === 'options' && Array.isArray(value)
        ? value.map((option: OutlinedVariant) => ({
            ...option,
            fields: option.fields.filter(isInSentence(option)),
          }))
        : value,
    ) as unknown,
  }));
  // Descriptions of fields without a column are for forms.
  const withoutHelp = asOutlined.map((model) => ({
    ...model,
    fields: (model.fields as FieldModel[]).map(({ description, ...field }) => ({
      ...field,
      ...(field.column !== false && description !== undefined && { description }),
      messages: {},
    })),
  }));
  // The mark of rows has more fields than its outline.
  const withoutMark = (model: (typeof product.entities)[number]) => ({
    ...model,
    fields: model.fields.filter(({ name }) => name !== model.list.mark),
  });
  expect(product.entities.map(withoutMark)).toEqual(
    (withoutHelp as unknown as typeof product.entities).map(withoutMark),
  );
  const completed = await Promise.all(
    product.entities.map(async (model) => {
      const { fields: whole = [], help = {}, steps }: Partial<Loaded> = (await schemas[model.name]?.()) ?? {};
      const withHelp = (field: FieldModel): FieldModel => ({ ...field, ...help[field.name] });
      return {
        ...model,
        form: steps ?? model.form,
        fields: model.fields.map((field) => whole.find(({ name }) => name === field.name) ?? withHelp(field)),
      };
    }),
  );
  expect(completed).toEqual(whole);
  expect(product.menu).toEqual(source.menu);
  expect(Object.keys(schemas)).toEqual(models.map(({ name }) => name));
  // It has no screen.
  expect(product.forms.map(({ name }) => name)).not.toContain('record-ids');
});

test('of a message in rows, the model has the texts and pictures', () => {
  const model = product.entities.find(({ name }) => name === 'message-template');
  const options = model?.fields.find(({ name }) => name === model.list.mark)?.item?.variants?.options ?? [];
  const shown = Object.fromEntries(
    options.map(({ value, fields }) => [value, fields.map(({ name }) => name)]),
  );
  expect(shown).toMatchObject({
    text: ['text'],
    image: ['originalContentUrl', 'previewImageUrl'],
    carousel: ['altText', 'columns'],
    imagemap: ['altText', 'imgUrl'],
  });
});

describe.each(models)('$name', ({ name, schema, fields }) => {
  test('its compiled validator agrees with that of the services on any record', async () => {
    const loaded = await schemas[name]?.();
    if (!loaded) throw new Error('not loadable');
    const check = createSchemaValidator(schema);
    const names = fc.constantFrom(...fields.map((field) => field.name), 'bogus', '__proto__', 'type');
    const record = fc.dictionary(names, fc.jsonValue());
    fc.assert(
      fc.property(record, (value) => {
        expect(loaded.check(value)).toEqual(check(value));
      }),
    );
  });

  test('its compiled validator needs neither eval nor require', () => {
    expect(checkModule(schema)).not.toMatch(/new Function|\beval\(|\brequire\(/);
  });
});
