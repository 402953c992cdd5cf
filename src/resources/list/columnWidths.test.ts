import { describe, expect, it } from 'vitest';
import { entityByName } from '../product.ts';
import { cssWidth, selectFittingColumns } from './columnWidths.ts';
import { fieldNamed } from '../columns.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';

const columnsOf = (entity: string): FieldModel[] => {
  const model = entityByName(entity);
  return model.list.columns.flatMap((name) => fieldNamed(model, name) ?? []);
};
const names = (columns: FieldModel[]): string[] => columns.map(({ name }) => name);

describe('the columns that there is room for', () => {
  const columns = columnsOf('campaign');
  const [title] = columns;
  const fitting = (
    width: number,
    options: { sortedBy?: string; constantColumns?: string[] } = {},
  ): string[] => names(selectFittingColumns(columns, title, width, { constantColumns: [], ...options }));

  it('are all of them where the table is wide', () => {
    expect(fitting(3000)).toEqual(names(columns));
  });

  it('are fewer from the end, and at least three', () => {
    expect(fitting(100)).toEqual(names(columns).slice(0, 3));
    const some = fitting(760);
    expect(some.length).toBeLessThan(columns.length);
    expect(some).toEqual(names(columns).slice(0, some.length));
  });

  it('lose first what is the same in each row, and never what the list is ordered by', () => {
    const last = names(columns).at(-1) ?? '';
    const kept = fitting(760, { sortedBy: last, constantColumns: ['status'] });
    expect(kept).toContain(last);
    expect(kept).not.toContain('status');
  });

  it('keep what the schema says the list is read for', () => {
    const members = columnsOf('member');
    expect(names(selectFittingColumns(members, members[0], 100, { constantColumns: [] }))).toContain('roles');
  });

  it('are the name and what the list is read for where these alone fit', () => {
    const members = columnsOf('member');
    expect(names(selectFittingColumns(members, members[0], 776, { constantColumns: [] }))).toEqual([
      'name',
      'roles',
    ]);
  });

  it('keep what a row is turned on and off with', () => {
    const rules = columnsOf('chat-logic');
    const kept = names(selectFittingColumns(rules, rules[0], 100, { constantColumns: [] }));
    expect(kept).toContain('active');
  });
});

describe('the name', () => {
  const [name, value, ...others] = columnsOf('variable');
  const columns = [name, value, ...others].filter((field) => field !== undefined);

  it('gives of its width before a text beside it has too little to be read', () => {
    // The others have widths of their own: 110 of the row, 144 and 128 of its last columns, 240 of the text.
    expect(columns[0] && cssWidth(columns[0], columns, columns[0])).toBe(
      'clamp(176px, calc(100cqw - 622px), 248px)',
    );
  });
});
