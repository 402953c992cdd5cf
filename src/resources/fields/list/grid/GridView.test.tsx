import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../schemas/model/types.ts';
import { RecordForm } from '../../../form/RecordForm.tsx';
import { compiledEntity } from '../../../form/testing/compiled.ts';
import { renderInConsole } from '../../../form/testing/renderForm.tsx';
import { loadEditors } from '../../../fieldKit/editors.ts';

const words = compiledEntity(
  {},
  {
    samples: {
      type: 'array',
      minItems: 1,
      maxItems: 600,
      items: { type: 'string', title: 'Sample', minLength: 2, maxLength: 20 },
      'x-field': { type: 'list', widget: 'grid' },
    },
  },
);
const prices = compiledEntity(
  {},
  {
    prices: {
      type: 'array',
      items: {
        type: 'object',
        title: 'Price',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 10 },
          amount: { type: 'number', minimum: 0 },
          unit: { enum: ['piece', 'box'] },
          sold: { type: 'boolean' },
        },
      },
      'x-field': { widget: 'grid' },
    },
  },
);

await loadEditors([...words.model.fields, ...prices.model.fields]);

const open = async ({ model, validator }: typeof words, record: JsonObject) => {
  const saved: JsonObject[] = [];
  const form = (
    <RecordForm
      model={model}
      validator={validator}
      mode="edit"
      record={record}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save</button>
    </RecordForm>
  );
  const { user } = renderInConsole(form);
  await screen.findByRole('grid');
  return { user, saved, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
};
const cell = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const paste = async (user: Awaited<ReturnType<typeof open>>['user'], into: HTMLElement, text: string) => {
  await user.click(into);
  await user.paste(text);
};

describe('a grid of texts', () => {
  it('moves down on Enter and adds a row after the last', async () => {
    const { user, saved, save } = await open(words, { samples: ['hello', 'good day'] });
    await user.click(cell('sample 1'));
    await user.keyboard('{End} there{Enter}');
    await waitFor(() => expect(cell('sample 2')).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cell('sample 3')).toHaveFocus());
    await user.keyboard('สวัสดี');
    await save();
    expect(saved).toEqual([{ samples: ['hello there', 'good day', 'สวัสดี'] }]);
  });

  it('accepts many pasted lines, and renders a window of them', async () => {
    const { user, saved, save } = await open(words, { samples: ['hello'] });
    const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`);
    await paste(user, cell('sample 1'), lines.join('\n'));
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '501'));
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    await save();
    expect(saved).toEqual([{ samples: lines }]);
  });

  it('pastes a single word into the cell', async () => {
    const { user, saved, save } = await open(words, { samples: [''] });
    await paste(user, cell('sample 1'), 'hello');
    await save();
    expect(saved).toEqual([{ samples: ['hello'] }]);
  });

  it('moves and removes rows by keyboard', async () => {
    const { user, saved, save } = await open(words, { samples: ['one', 'two', 'three'] });
    await user.click(cell('sample 1'));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(cell('sample 2')).toHaveFocus());
    expect(cell('sample 2')).toHaveValue('one');
    await user.keyboard('{Control>}{Backspace}{/Control}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'sample 3' })).not.toBeInTheDocument());
    await save();
    expect(saved).toEqual([{ samples: ['two', 'three'] }]);
  });

  it('marks the invalid cell and moves the focus to it', async () => {
    const { save, saved } = await open(words, { samples: ['fine', 'x'] });
    await save();
    expect(saved).toEqual([]);
    await waitFor(() => expect(cell('sample 2')).toHaveFocus());
    expect(cell('sample 2')).toHaveAccessibleDescription(/must be at least 2 characters/);
    expect(cell('sample 1')).toBeValid();
  });
});

describe('a grid of objects', () => {
  it('pastes cells of a spreadsheet over several columns', async () => {
    const { user, saved, save } = await open(prices, { prices: [{ name: 'Tea' }] });
    await paste(user, cell('Name 1'), 'Tea\t1,200\tBox\tyes\nRice\t40.5\tpiece\tno\n');
    await waitFor(() => expect(cell('Name 2')).toHaveValue('Rice'));
    expect(screen.getByRole('combobox', { name: 'Unit 1' })).toHaveValue('box');
    await save();
    expect(saved).toEqual([
      {
        prices: [
          { name: 'Tea', amount: 1200, unit: 'box', sold: true },
          { name: 'Rice', amount: 40.5, unit: 'piece', sold: false },
        ],
      },
    ]);
  });

  it('keeps a pasted value that its field rejects, with its error', async () => {
    const { user, saved, save } = await open(prices, { prices: [{ name: 'Tea' }] });
    await paste(user, cell('Name 1'), 'Tea\tmany\tcrate');
    await save();
    expect(saved).toEqual([]);
    const [row] = screen.getAllByRole('row').slice(1);
    const inside = within(row as HTMLElement);
    expect(inside.getByRole('textbox', { name: 'Amount 1' })).toHaveValue('many');
    expect(inside.getByRole('textbox', { name: 'Amount 1' })).toBeInvalid();
    expect(inside.getByRole('combobox', { name: 'Unit 1' })).toHaveValue('crate');
    expect(inside.getByRole('combobox', { name: 'Unit 1' })).toBeInvalid();
  });
});

it('shows a cell by its `display`, marked words as chips, until it has focus', async () => {
  const marked = compiledEntity(
    {},
    {
      samples: {
        type: 'array',
        items: { type: 'string', title: 'Sample', 'x-field': { display: 'marked' } },
        'x-field': { type: 'list', widget: 'grid' },
      },
    },
  );
  await loadEditors(marked.model.fields);
  const { user, saved, save } = await open(marked, { samples: ['Ship to [Chiang Mai](city) today'] });
  const chip = screen.getByText('city:');
  expect(chip.closest('mark')).toHaveTextContent('city:Chiang Mai');
  expect(chip.closest('[aria-hidden]')).toHaveTextContent('Ship to city:Chiang Mai today');
  // The input has the text as it is stored.
  expect(cell('sample 1')).toHaveValue('Ship to [Chiang Mai](city) today');
  await user.click(cell('sample 1'));
  await user.keyboard('{End}!');
  await save();
  expect(saved).toEqual([{ samples: ['Ship to [Chiang Mai](city) today!'] }]);
});
