import { expect, it } from 'vitest';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { FormSession } from './session.ts';

function begin() {
  const judged: JsonObject[] = [];
  const settings = { fields: [], mode: 'edit', can: () => true, idPrefix: 'form' } as const;
  const validate = (record: JsonObject): FieldErrors => {
    judged.push(record);
    return record['name'] === '' ? { '/name': 'Name is required' } : {};
  };
  const session = new FormSession({ ...settings, fields: [], validate }, { name: 'Mali' });
  return { session, judged, verdict: () => session.validateCached(session.withDerived()) };
}

it('judges a record once for whoever asks, until another one is entered', () => {
  const { session, judged, verdict } = begin();
  expect(session.validateAll()).toEqual({});
  expect(verdict()).toEqual({});
  expect(judged).toEqual([{ name: 'Mali' }]);
  session.setValue(['name'], '');
  expect(verdict()).toEqual({ '/name': 'Name is required' });
  expect(session.validateAll()).toEqual({ '/name': 'Name is required' });
  expect(judged).toEqual([{ name: 'Mali' }, { name: '' }]);
  session.dispose();
});

it('judges the same record anew by other rules, beside another stored one, and with what is derived', () => {
  const { session, judged, verdict } = begin();
  verdict();
  session.setTextRules({ isKnownVariable: () => false });
  verdict();
  session.stored = { name: 'Mali', version: 2 };
  verdict();
  session.setDerived('code', 'M-1');
  verdict();
  const mali = { name: 'Mali' };
  expect(judged).toEqual([mali, mali, mali, { ...mali, code: 'M-1' }]);
  session.dispose();
});
