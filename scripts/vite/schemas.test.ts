import fc from 'fast-check';
import { product } from 'virtual:product';
import { schemas } from 'virtual:schemas';
import { describe, expect, test } from 'vitest';
import { loadProduct } from '../../schemas/folder.ts';
import { createCheck } from '../../schemas/model/ajv.ts';
import { checkModule } from './checkModule.ts';

const source = loadProduct('schemas');
const models = [...source.entities, ...source.forms];

test('the console gets every model, its JSON Schema apart', () => {
  expect(product.entities).toEqual(source.entities.map(({ schema: _, ...model }) => model));
  expect(product.menu).toEqual(source.menu);
  expect(Object.keys(schemas)).toEqual(models.map(({ name }) => name));
});

describe.each(models)('$name', ({ name, schema, fields }) => {
  test('its compiled check agrees with the one of the services on any record', async () => {
    const loaded = await schemas[name]?.();
    if (!loaded) throw new Error('not loadable');
    const check = createCheck(schema);
    const names = fc.constantFrom(...fields.map((field) => field.name), 'bogus', '__proto__', 'type');
    const record = fc.dictionary(names, fc.jsonValue());
    fc.assert(
      fc.property(record, (value) => {
        expect(loaded.check(value)).toEqual(check(value));
      }),
    );
    expect(loaded.schema).toEqual(schema);
  });

  test('its compiled check needs neither eval nor require', () => {
    expect(checkModule(schema)).not.toMatch(/new Function|\beval\(|\brequire\(/);
  });
});
