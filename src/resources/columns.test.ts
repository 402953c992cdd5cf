import { describe, expect, it } from 'vitest';
import { entityByName } from './product.ts';
import { toColumnChoice, possibleColumns, shownColumns } from './columns.ts';

const model = entityByName('variable');
const withColumns = (columns: string[]) => ({ ...model, list: { ...model.list, columns } });

describe('columns', () => {
  it('are those of the schema without a choice', () => {
    expect(shownColumns(model)).toEqual(model.list.columns);
  });

  it('can be every suitable field, and system fields', () => {
    const names = possibleColumns(model).map((field) => field.name);
    expect(names).toEqual(expect.arrayContaining(['name', 'value', 'scope', 'createdAt', 'updatedBy']));
    expect(names).not.toContain('type');
    expect(names).not.toContain('version');
  });

  it('follow a choice by name', () => {
    const choice = toColumnChoice(model, ['scope', 'name']);
    expect(shownColumns(model, choice)).toEqual(['scope', 'name']);
  });

  it('ignore a field that was removed from the schema', () => {
    const choice = { shown: ['gone', 'scope', 'name'], hidden: ['value', 'updatedAt'] };
    expect(shownColumns(model, choice)).toEqual(['scope', 'name']);
  });

  it('append a default column that is newer than the choice', () => {
    const choice = toColumnChoice(withColumns(['name']), ['name']);
    const older = { shown: choice.shown, hidden: choice.hidden.filter((name) => name !== 'scope') };
    expect(shownColumns(withColumns(['name', 'scope']), older)).toEqual(['name', 'scope']);
  });

  it('are never none', () => {
    expect(shownColumns(model, { shown: ['gone'], hidden: model.list.columns })).toEqual(model.list.columns);
  });
});
