import { screen, waitFor, within } from '@testing-library/react';
import { type GetListParams, ResourceContextProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import type { EditorProps } from '../resources/fieldKit/editorTypes.ts';
import type { CellProps, FilterProps } from '../resources/fieldKit/types.ts';
import { RecordForm } from '../resources/form/RecordForm.tsx';
import { loadForm } from '../resources/form/useFormValidator.ts';
import { renderInConsole } from '../resources/form/testing/renderForm.tsx';
import { EntityList } from '../resources/list/EntityList.tsx';
import { entityByName } from '../resources/product.ts';
import { registerFieldType } from './register.ts';
import { pretendLayout } from '../resources/testing/pretendLayout.ts';

vi.mock('virtual:product', async () => (await import('./testing/colours.ts')).ownProduct);
vi.mock('virtual:schemas', async () => (await import('./testing/colours.ts')).ownSchemas);

const PAINTS = ['#ff0000', '#0000ff'];

const Cell = ({ value }: CellProps) => <span role="img" aria-label={`painted ${String(value)}`} />;
const Filter = ({ onChange }: FilterProps) => (
  <button onClick={() => onChange({ '': ['#ff0000'] })}>Red ones</button>
);
const PaintEditor = ({ field, id, value, onChange }: EditorProps<string>) => (
  <select
    id={id}
    aria-label={field.title}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
  >
    <option value="">–</option>
    {PAINTS.map((paint) => (
      <option key={paint}>{paint}</option>
    ))}
  </select>
);

// The only registration that a custom type needs, beside its word in `words.json`.
registerFieldType({
  name: 'colour',
  Cell,
  Filter,
  operators: [''],
  toText: (value) => `painted ${String(value)}`,
  editor: () => Promise.resolve({ default: PaintEditor }),
});

pretendLayout();

test('its cell and its filter are in the list', async () => {
  const asked: unknown[] = [];
  const getList = (_: string, { filter }: GetListParams) => {
    asked.push(filter);
    const data = PAINTS.map((paint) => ({ id: paint, name: `Car ${paint}`, paint }));
    return Promise.resolve({ data, pageInfo: { hasNextPage: false, hasPreviousPage: false } });
  };
  const { user } = renderInConsole(
    <ResourceContextProvider value="car">
      <EntityList />
    </ResourceContextProvider>,
    { dataProvider: { getList, savePreference: () => Promise.resolve() } },
  );
  const row = await screen.findByRole('row', { name: /Car #ff0000/ });
  expect(within(row).getByRole('img', { name: 'painted #ff0000' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Filter/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Paint' }));
  await user.click(await screen.findByRole('button', { name: 'Red ones' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ paint: ['#ff0000'] }));
});

test('its editor is in the form at once, and its value is validated and saved', async () => {
  const check = await loadForm('car');
  const saved: unknown[] = [];
  const { user } = renderInConsole(
    <RecordForm
      model={entityByName('car')}
      validator={check}
      mode="edit"
      record={{ name: 'Mini', paint: 'red' }}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save</button>
    </RecordForm>,
  );
  const paint = screen.getByRole('combobox', { name: 'Paint' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([]);
  await user.selectOptions(paint, '#0000ff');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual([{ name: 'Mini', paint: '#0000ff' }]));
});
