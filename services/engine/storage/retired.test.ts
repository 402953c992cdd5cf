import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileProduct } from '../../../schemas/model/compile.ts';
import type { JsonObject, ProductModel } from '../../../schemas/model/types.ts';
import { Store } from '../resources/write/store.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { testEngines } from './testEngines.ts';

const PICTURE = '018f0000-0000-7000-8000-0000000000aa';
const text: JsonObject = { type: 'string' };
const picture: JsonObject = { file: { types: ['image/png'], maxBytes: 9 } };
const own = { service: 'chatbot', path: 'things', access: { read: ['chatbot'] } };

/** A product of one entity. */
function product(properties: JsonObject, keywords: JsonObject = {}, required: string[] = []): ProductModel {
  const thing = {
    title: 'Thing',
    description: 'A thing.',
    'x-entity': { ...own, list: { columns: [] }, ...keywords },
    required,
    properties: { name: text, ...properties },
  };
  const { product: compiled, problems } = compileProduct([
    { file: 'access.json', content: { products: { chatbot: ['entry'] }, roles: {} } },
    { file: 'menu.json', content: { groups: [] } },
    { file: 'thing.schema.json', content: thing },
  ]);
  expect(problems).toEqual([]);
  return compiled;
}

const retired = (part: JsonObject, values: string, keywords: JsonObject = {}): JsonObject => ({
  ...part,
  'x-field': { ...keywords, retired: values },
});

describe.each(testEngines())('retired schemas on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ db, remove } = await open());
  }, 60_000);
  afterAll(() => remove());

  /** Beside other versions, as a start in production is. */
  const start = ({ entities, retired: gone }: ProductModel): Promise<unknown> =>
    migrate(db, entities, undefined, { exclusive: false, retired: gone });
  const storeOf = ({ entities: [thing] }: ProductModel): Store => {
    if (!thing) throw new Error('the entity is retired');
    return new Store(db, thing);
  };
  const held = (): Promise<{ path: string }[]> =>
    db.query(`SELECT path FROM record_reference WHERE from_entity = 'thing' ORDER BY path`);

  it('start beside an older version, whatever rows contain, and keep the files of retained values', async () => {
    const full = product(
      { cover: { ...text, 'x-field': picture }, note: text },
      { features: { history: false } },
    );
    await start(full);
    const { id } = await storeOf(full).create({ name: 'A', cover: PICTURE, note: 'kept' });
    expect(await held()).toEqual([{ path: 'cover' }]);
    await expect(start(product({}, { features: { history: false } }))).rejects.toThrow(/"note" was removed/);

    const narrower = product(
      { cover: retired(text, 'keep', picture), note: retired(text, 'keep') },
      { features: { history: false } },
    );
    await start(narrower);
    const changed = await storeOf(narrower).update(id, { name: 'B' }, undefined);
    expect(changed).not.toHaveProperty('note');
    expect(await held()).toEqual([{ path: 'cover' }]);
    expect(await storeOf(full).get(id)).toMatchObject({ name: 'B', cover: PICTURE, note: 'kept' });

    await start(
      product(
        { cover: retired(text, 'drop', picture), note: retired(text, 'keep') },
        { features: { history: false } },
      ),
    );
    expect(await held()).toEqual([]);
    expect(await storeOf(full).get(id)).not.toHaveProperty('cover');
    await db.exec('DELETE FROM entity_thing');
  });

  it('refuse to restore retained values as another type', async () => {
    const full = product({ note: text });
    await start(full);
    await storeOf(full).create({ name: 'A', note: 'words' });
    await start(product({ note: retired(text, 'keep') }));
    await expect(start(product({ note: { type: 'number' } }))).rejects.toThrow(
      /field "note" changed from text to number, but 1 row holds/,
    );
    await expect(start(product({}))).rejects.toThrow(/field "note" was removed, but 1 row holds/);
    await start(full);
    await db.exec('DELETE FROM entity_thing');
  });

  it('drop what one variant holds, and not what another one does', async () => {
    const blocks = (first: JsonObject): JsonObject => ({
      blocks: {
        type: 'array',
        items: {
          discriminator: { propertyName: 'type' },
          oneOf: [
            { properties: { type: { const: 'text' }, size: first } },
            { properties: { type: { const: 'image' }, size: { type: 'number' } } },
          ],
        },
      },
    });
    const full = product(blocks({ type: 'number' }));
    await start(full);
    const { id } = await storeOf(full).create({
      blocks: [
        { type: 'text', size: 1 },
        { type: 'image', size: 2 },
      ],
    });
    await expect(start(product(blocks({ type: 'string' })))).rejects.toThrow(/"blocks" is narrower/);
    await start(product(blocks(retired({ type: 'number' }, 'drop'))));
    expect(await storeOf(full).get(id)).toMatchObject({
      blocks: [{ type: 'text' }, { type: 'image', size: 2 }],
    });
    await db.exec('DELETE FROM entity_thing');
  });

  it('keep the column of events, or drop it', async () => {
    await db.exec(`DELETE FROM record_schema; DROP TABLE entity_thing`);
    const events = { events: { at: 'at' } };
    const at = { at: { type: 'string', format: 'date-time' } };
    const of = (size: JsonObject): ProductModel => product({ ...at, size }, events, ['at']);
    const columns = async (): Promise<unknown> =>
      db.query(
        `SELECT 1 AS found FROM pg_attribute WHERE attrelid = 'entity_thing'::regclass AND attname = 'size' AND NOT attisdropped`,
      );
    await start(of({ type: 'number' }));
    await start(of(retired({ type: 'number' }, 'keep')));
    expect(await columns()).toEqual([{ found: 1 }]);
    await start(of(retired({ type: 'number' }, 'drop')));
    expect(await columns()).toEqual([]);
  });
});
