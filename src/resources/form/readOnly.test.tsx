import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadEditors } from '../fieldKit/editors.ts';
import { RecordForm } from './RecordForm.tsx';
import { compiledEntity } from './testing/compiled.ts';
import { renderInConsole, renderRecordForm } from './testing/renderForm.tsx';

it('a record that cannot be edited shows its values, and no input that promises more', async () => {
  await renderRecordForm('template', {
    mode: 'edit',
    readOnly: true,
    record: {
      ...{ id: 't1', version: 1, name: 'welcome', platform: ['LINE'], tags: ['brand'] },
      messages: [{ type: 'text', text: 'Hello there' }],
    },
  });
  expect(await screen.findByRole('group', { name: 'Name' })).toHaveTextContent(/^welcome$/);
  expect(screen.getByRole('group', { name: 'Text' })).toHaveTextContent('Hello there');
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
  // Parts that there are none of could only be added.
  expect(screen.queryByRole('button', { name: 'Quick replies' })).toBeNull();
});

const parcels = compiledEntity(
  {},
  {
    name: { type: 'string' },
    code: { type: 'string', description: 'Given by the post.', 'x-field': { mode: { edit: 'read' } } },
    depot: { type: 'string', 'x-field': { mode: { edit: 'read' } } },
  },
);

it('a single read-only field shows its value and its help', async () => {
  await loadEditors(parcels.model.fields);
  const saved: unknown[] = [];
  const { user } = renderInConsole(
    <RecordForm
      {...parcels}
      mode="edit"
      record={{ name: 'Will', code: 'P-1' }}
      onSave={(record) => {
        saved.push(record);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save</button>
    </RecordForm>,
  );
  const closed = screen.getByRole('group', { name: 'Code' });
  expect(closed).toHaveTextContent('P-1');
  expect(closed).toHaveAccessibleDescription('Given by the post.');
  expect(within(screen.getByRole('group', { name: 'Depot' })).getByText('None')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'y');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([expect.objectContaining({ name: 'Willy', code: 'P-1' })]);
});

it('values of a stored record without a field in the form are not shown, and stay', async () => {
  const { user, saved } = await renderRecordForm('profile', {
    mode: 'edit',
    record: { id: 'p1', version: 1, displayName: 'Will', channel: 'c1', externalId: 'visitor-1' },
  });
  const name = await screen.findByRole('textbox', { name: 'Display name' });
  for (const label of ['Channel', 'External ID', 'First seen', 'Last seen'])
    expect(screen.queryByText(label)).toBeNull();
  await user.type(name, 'y');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([expect.objectContaining({ displayName: 'Willy', externalId: 'visitor-1' })]);
});

it('what the services find out about a person is no input of a new record', async () => {
  await renderRecordForm('profile', { mode: 'create' });
  expect(await screen.findByRole('textbox', { name: 'Display name' })).toBeVisible();
  expect(screen.queryByText('First seen')).toBeNull();
});
