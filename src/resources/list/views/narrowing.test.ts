import { expect, it } from 'vitest';
import { parseListState } from '../listState.ts';
import { fieldsOf } from '../../columns.ts';
import { entityByName } from '../../product.ts';
import { listDrawnColumns, createTabColumnFilter } from './narrowing.ts';

const columnsAt = (search: string): string[] => {
  const model = entityByName('campaign');
  const says = createTabColumnFilter(model, parseListState(model, search));
  return fieldsOf(model)
    .filter((field) => model.list.columns.includes(field.name) && says(field))
    .map(({ name }) => name);
};

it('a tab has no column for what it says of all its rows, nor for what has no values there', () => {
  expect(columnsAt('?status=scheduled')).not.toEqual(expect.arrayContaining(['status']));
  expect(columnsAt('?status=scheduled')).not.toEqual(expect.arrayContaining(['sent']));
  expect(columnsAt('?status=executed')).toEqual(expect.arrayContaining(['sent', 'failed']));
  expect(columnsAt('?status=executed')).toContain('approval');
});

it('a filter that leaves one value of a choice takes its column away, unless columns were chosen', () => {
  const model = entityByName('campaign');
  const drawn = (search: string): string[] => listDrawnColumns(model, parseListState(model, search));
  expect(drawn('?approval=asked')).not.toContain('approval');
  expect(drawn('?approval=asked&approval=approved')).toContain('approval');
  expect(drawn('?approval=asked&_columns=name,approval')).toContain('approval');
});

it('the tab of all records has every column, and so has every tab where columns were chosen', () => {
  expect(columnsAt('')).toEqual(expect.arrayContaining(['status', 'sent', 'approval']));
  expect(columnsAt('?status=scheduled&_columns=name,status,sent')).toEqual(
    expect.arrayContaining(['status', 'sent']),
  );
});
