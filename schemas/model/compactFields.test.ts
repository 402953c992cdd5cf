import { describe, expect, it } from 'vitest';
import { cachedProduct } from '../testProduct.ts';
import { compactFields, restoreFields } from './compactFields.ts';

const { entities, forms } = cachedProduct();

describe('fields on their way to the console', () => {
  it.each([...entities, ...forms])('are what they were: $name', ({ fields }) => {
    const compact = compactFields(fields);
    expect(restoreFields(structuredClone(compact))).toEqual(fields);
    expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(fields).length);
  });
});
