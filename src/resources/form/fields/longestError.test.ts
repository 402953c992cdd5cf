import { expect, it } from 'vitest';
import { entityByName } from '../../product.ts';
import { longestError } from './longestError.ts';

const faultOf = (entity: string, name: string): string | undefined => {
  const field = entityByName(entity).fields.find((one) => one.name === name);
  return field && longestError(field);
};

it('knows what the services say of a value that is taken', () => {
  expect(faultOf('variable', 'name')).toMatch(/^Name/);
  // Taken together with another field.
  expect(faultOf('mapper', 'intent')).toBe("Let's try new mapper");
});
