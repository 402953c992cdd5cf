import { screen, waitFor } from '@testing-library/react';
import { HttpError } from 'ra-core';
import { describe, expect, it, vi } from 'vitest';
import type { BulkEdit } from '../../dataProvider/entityVerbs.ts';
import type { ListRecord } from '../fields/types.ts';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import ChildGrid from './ChildGrid.tsx';

vi.mock('virtual:product', async () => {
  const { testProduct } = await import('../../../tests/contract/support/testProduct.ts');
  return { product: testProduct };
});
vi.mock('virtual:schemas', async () => {
  const { testChecks } = await import('../../../tests/contract/support/testProduct.ts');
  return { schemas: testChecks, insides: {} };
});

const line = (at: number, more: Partial<ListRecord> = {}): ListRecord => ({
  ...{
    id: `l${at}`,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  ...{ name: `line ${at}`, order: 'o1', amount: 1, kind: 'box', ...more },
});

/** A packing list over an array that answers as the services do. */
function open(records: ListRecord[], changes: object = {}) {
  const stored = new Map(records.map((record) => [record.id, record]));
  const dataProvider = {
    getList: vi.fn(
      async (_: string, { pagination: { page = 1 } = {} }: { pagination?: { page?: number } }) => ({
        data: [...stored.values()].slice((page - 1) * 100, page * 100),
        pageInfo: { hasNextPage: stored.size > page * 100, hasPreviousPage: page > 1 },
      }),
    ),
    editMany: vi.fn(async (_: string, { records: [chosen], set }: BulkEdit) => {
      const old = stored.get(chosen?.id ?? '') as ListRecord;
      if (old.version !== chosen?.version)
        return { changed: [], unchanged: [], failed: { [old.id]: { code: 'STALE', message: 'x' } } };
      stored.set(old.id, { ...old, ...set, version: old.version + 1 });
      return { changed: [old.id], unchanged: [], failed: {} };
    }),
    create: vi.fn(async (_: string, { data }: { data: object }) => {
      const made = { ...line(stored.size), ...data, id: `l${stored.size}` };
      stored.set(made.id, made);
      return { data: made };
    }),
    ...changes,
  };
  const rendered = renderInConsole(<ChildGrid entity="line" by="order" id="o1" />, { dataProvider });
  return { ...rendered, dataProvider, stored };
}
const cell = (name: string): Promise<HTMLElement> => screen.findByRole('textbox', { name });

describe('a grid of records', () => {
  it('stores each row by itself once it is left, with what was changed and the version that was seen', async () => {
    const { user, dataProvider } = open([line(0), line(1)]);
    await user.clear(await cell('Amount 1'));
    await user.type(await cell('Amount 1'), '12');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind 1' }), 'Bag');
    expect(dataProvider.editMany).not.toHaveBeenCalled();
    await user.click(await cell('Name 2'));
    await waitFor(() => expect(dataProvider.editMany).toHaveBeenCalledTimes(1));
    expect(dataProvider.editMany).toHaveBeenCalledWith('line@o1', {
      records: [{ id: 'l0', version: 1 }],
      set: { amount: 12, kind: 'bag' },
    });
    await user.keyboard('{End}!{Enter}');
    await waitFor(() => expect(dataProvider.editMany).toHaveBeenCalledTimes(2));
    expect(await screen.findByText('2 lines')).toBeVisible();
    expect(await cell('Name 2')).toHaveValue('line 1!');
  });

  it('marks the cells that are wrong and stores the row once they are right', async () => {
    const { user, dataProvider } = open([line(0), line(1)]);
    await user.clear(await cell('Amount 1'));
    await user.type(await cell('Amount 1'), 'many{Enter}');
    await waitFor(async () => expect(await cell('Amount 1')).toBeInvalid());
    expect(await cell('Amount 1')).toHaveValue('many');
    expect(await cell('Amount 1')).toHaveAccessibleDescription(/Amount/);
    expect(screen.getByText('1 row is not stored yet: see the marked cells.')).toBeVisible();
    expect(dataProvider.editMany).not.toHaveBeenCalled();
    await user.clear(await cell('Amount 1'));
    await user.type(await cell('Amount 1'), '7{Enter}');
    await waitFor(() => expect(dataProvider.editMany).toHaveBeenCalled());
    expect(await screen.findByText('2 lines')).toBeVisible();
    expect(await cell('Amount 1')).toBeValid();
  });

  it('takes a spreadsheet: rows that are there change, those beyond are made', async () => {
    const { user, dataProvider, stored } = open([line(0), line(1)]);
    await user.click(await cell('Name 2'));
    await user.paste('second\t5\tbag\nthird\t6\tbox\nfourth\tno number\tbox');
    await waitFor(() => expect(stored.size).toBe(3));
    expect(dataProvider.create).toHaveBeenCalledTimes(1);
    expect(dataProvider.create.mock.calls[0]?.[1].data).toMatchObject({
      name: 'third',
      amount: 6,
      order: 'o1',
    });
    await waitFor(() => expect(stored.get('l1')).toMatchObject({ name: 'second', amount: 5, kind: 'bag' }));
    expect(await cell('Amount 4')).toBeInvalid();
    expect(await cell('Name 4')).toHaveFocus();
    await user.clear(await cell('Amount 4'));
    await user.type(await cell('Amount 4'), '8{Enter}');
    await waitFor(() => expect(stored.size).toBe(4));
    expect(await screen.findByText('4 lines')).toBeVisible();
  });

  it('keeps what was typed where somebody else was first, and stores it over that when the row is left again', async () => {
    const { user, stored } = open([line(0), line(1)]);
    await cell('Name 1');
    stored.set('l0', line(0, { version: 2, amount: 9 }));
    await user.clear(await cell('Name 1'));
    await user.type(await cell('Name 1'), 'mine{Enter}');
    await waitFor(async () =>
      expect(await cell('Name 1')).toHaveAccessibleDescription(/Someone else changed this row/),
    );
    expect(await cell('Name 1')).toHaveValue('mine');
    await waitFor(async () => expect(await cell('Amount 1')).toHaveValue('9'));
    await user.click(await cell('Name 1'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(stored.get('l0')).toMatchObject({ name: 'mine', amount: 9, version: 3 }));
  });

  it('stores what is typed while the row is being made as a change of it, not as another row', async () => {
    const { user, dataProvider, stored } = open([line(0)]);
    const make = dataProvider.create.getMockImplementation();
    let answer = (): void => undefined;
    dataProvider.create.mockImplementationOnce(async (...call) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return make?.(...call) as ReturnType<NonNullable<typeof make>>;
    });
    await user.type(await cell('Name 2'), 'new{Enter}');
    await waitFor(() => expect(dataProvider.create).toHaveBeenCalledTimes(1));
    await user.type(await cell('Name 2'), 'er{Enter}');
    answer();
    await waitFor(() => expect(stored.get('l1')).toMatchObject({ name: 'newer' }));
    expect(dataProvider.create).toHaveBeenCalledTimes(1);
    expect(dataProvider.editMany.mock.calls[0]?.[1].set).not.toHaveProperty('order');
    expect(await screen.findByText('2 lines')).toBeVisible();
  });

  it('what is typed back while the change is under way is stored after it', async () => {
    const { user, dataProvider, stored } = open([line(0), line(1)]);
    const edit = dataProvider.editMany.getMockImplementation();
    let answer = (): void => undefined;
    dataProvider.editMany.mockImplementationOnce(async (...call) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return edit?.(...call) as ReturnType<NonNullable<typeof edit>>;
    });
    await user.type(await cell('Name 1'), '!{Enter}');
    await waitFor(() => expect(dataProvider.editMany).toHaveBeenCalledTimes(1));
    await user.type(await cell('Name 1'), '{Backspace}{Enter}');
    answer();
    await waitFor(() => expect(stored.get('l0')).toMatchObject({ name: 'line 0', version: 3 }));
    expect(await cell('Name 1')).toHaveValue('line 0');
    expect(await cell('Name 1')).toBeValid();
    expect(await screen.findByText('2 lines')).toBeVisible();
  });

  it('says how many pasted lines found no room', async () => {
    const { user } = open([line(0)], { create: () => new Promise(() => undefined) });
    await user.click(await cell('Name 1'));
    await user.paste(Array.from({ length: 1002 }, (_, at) => `row ${at}`).join('\n'));
    expect(await screen.findByText(/^1,000 lines were pasted; 2 more were left out\.$/)).toBeVisible();
  });

  it('tells in the row what the services refuse', async () => {
    const { user } = open([line(0)], {
      create: () =>
        Promise.reject(
          new HttpError('Please check', 422, { code: 'INVALID', fields: { '/name': 'Already there' } }),
        ),
    });
    await user.type(await cell('Name 2'), 'again{Enter}');
    await waitFor(async () => expect(await cell('Name 2')).toHaveAccessibleDescription('Already there'));
  });

  it('draws few of many rows', async () => {
    open(Array.from({ length: 350 }, (_, at) => line(at)));
    expect(await screen.findByText('350 lines')).toBeVisible();
    expect(screen.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '352');
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
  });
});
