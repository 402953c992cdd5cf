import { expect, it } from 'vitest';
import { entityByName } from '../product.ts';
import { loadValidator } from '../form/useFormValidator.ts';
import { longestError } from './longestError.ts';

const faultOf = (entity: string, name: string): string | undefined => {
  const field = entityByName(entity).fields.find((one) => one.name === name);
  return field && longestError(field);
};

it('knows what the services say of a value that is taken', async () => {
  // What a field says of broken rules comes with its form.
  await Promise.all([loadValidator('variable'), loadValidator('mapper')]);
  expect(faultOf('variable', 'name')).toMatch(/^Name/);
  // Taken together with another field.
  expect(faultOf('mapper', 'intent')).toBe("Let's try new mapper");
});
