import { expect, it } from 'vitest';
import { compiledEntity } from './form/testing/compiled.ts';
import { shownColumns } from './columns.ts';
import { formatListState, parseListState, toRequestFilter } from './list/listState.ts';
import { visibleModel } from './visibleModel.ts';

const { model } = compiledEntity(
  {
    list: {
      columns: ['name', 'salary'],
      filters: ['name', 'grade', 'salary'],
      sort: 'salary',
      tabs: { by: 'grade' },
    },
  },
  {
    name: { type: 'string' },
    salary: { type: 'number', 'x-field': { access: { read: ['chatbot.entry'] } } },
    grade: { type: 'string', enum: ['a', 'b'], 'x-field': { access: { read: ['chatbot.entry'] } } },
  },
);
const query = 'salary.gte=10&grade=a&name=Mali&sort=-salary&_columns=salary,name';

it('is the model itself for people who may read everything', () => {
  const whole = visibleModel(model, () => true);
  expect(whole).toBe(model);
  expect(toRequestFilter(whole, parseListState(whole, query))).toEqual({
    'salary.gte': ['10'],
    grade: ['a'],
    name: ['Mali'],
  });
});

it('drops filters, columns and orders by hidden fields, also those of a URL or a view', () => {
  const seen = visibleModel(model, (resources) => resources === undefined);
  const state = parseListState(seen, query);
  expect(toRequestFilter(seen, state)).toEqual({ name: ['Mali'] });
  expect(state.columns).toEqual(['name']);
  expect(state.sort).toEqual({ field: 'createdAt', order: 'DESC' });
  expect(shownColumns(seen)).toEqual(['name']);
  expect(seen.list).toMatchObject({ filters: ['name'], tabs: undefined });
  expect(formatListState(seen, state)).toBe('name=Mali&_columns=name');
});
