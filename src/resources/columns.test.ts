import { describe, expect, it } from 'vitest';
import { entityByName } from './product.ts';
import { choiceOf, possibleColumns, shownColumns } from './columns.ts';

const model = entityByName('variable');
const withColumns = (columns: string[]) => ({ ...model, list: { ...model.list, columns } });

describe('columns', () => {
  it('are those of the schema until someone chooses', () => {
    expect(shownColumns(model)).toEqual(model.list.columns);
  });

  it('offer every field that may be one, and the bookkeeping ones', () => {
    const names = possibleColumns(model).map((field) => field.name);
    expect(names).toEqual(expect.arrayContaining(['name', 'value', 'scope', 'createdAt', 'updatedBy']));
    expect(names).not.toContain('type');
    expect(names).not.toContain('version');
  });

  it('keep a choice by name', () => {
    const choice = choiceOf(model, ['scope', 'name']);
    expect(shownColumns(model, choice)).toEqual(['scope', 'name']);
  });

  it('survive a field that is taken out of the schema', () => {
    const choice = { shown: ['gone', 'scope', 'name'], hidden: ['value', 'updatedAt'] };
    expect(shownColumns(model, choice)).toEqual(['scope', 'name']);
  });

  it('show a default column that came after the choice', () => {
    const choice = choiceOf(withColumns(['name']), ['name']);
    const older = { shown: choice.shown, hidden: choice.hidden.filter((name) => name !== 'scope') };
    expect(shownColumns(withColumns(['name', 'scope']), older)).toEqual(['name', 'scope']);
  });

  it('are never none', () => {
    expect(shownColumns(model, { shown: ['gone'], hidden: model.list.columns })).toEqual(model.list.columns);
  });
});
