import { expect, test } from 'vitest';
import { createCheck } from '../../../schemas/model/ajv.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { loadProduct } from '../../../schemas/folder.ts';

const login = loadProduct('schemas').forms.find(({ name }) => name === 'login');

test.each([{}, { username: '   ', password: 'x' }])(
  'without a username the agreed words are said: %j',
  (values) => {
    if (!login) throw new Error('There is no login form.');
    const faults = validate(login, values, { check: createCheck(login.schema) });
    expect(faults['/username']).toBe('Please enter your username!');
  },
);
