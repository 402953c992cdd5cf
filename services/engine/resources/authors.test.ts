import { describe, expect, it } from 'vitest';
import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';
import { Authors } from './authors.ts';

const PERSON = '018f0000-0000-7000-8000-000000000001';

describe('names of authors', () => {
  const statements: string[] = [];
  const db = {
    query: (text: string) => {
      statements.push(text);
      return Promise.resolve(text.includes('entity_member') ? [{ id: PERSON, name: 'Malee' }] : []);
    },
  } as unknown as Database;
  const authors = new Authors(db, { name: 'member' } as EntityModel);

  it('take one statement, then come from the cache', async () => {
    const first = await authors.resolveNames([{ id: 'a', createdBy: PERSON, updatedBy: PERSON }]);
    const second = await authors.resolveNames([{ id: 'b', createdBy: PERSON }]);
    expect([...first, ...second].map(({ createdBy }) => createdBy)).toEqual(['Malee', 'Malee']);
    expect(statements).toHaveLength(1);
  });

  it('take no statement when a record has a name instead of an id', async () => {
    statements.length = 0;
    expect(await authors.resolveNames([{ id: 'a', createdBy: 'Anong Srisuk' }])).toEqual([
      { id: 'a', createdBy: 'Anong Srisuk' },
    ]);
    expect(statements).toEqual([]);
  });
});
