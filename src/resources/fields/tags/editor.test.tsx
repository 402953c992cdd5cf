import { screen, within } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { expect, test, vi } from 'vitest';
import { RecordForm } from '../../form/RecordForm.tsx';
import { renderInConsole, renderRecordForm } from '../../form/testing/renderForm.tsx';
import { loadForm } from '../../form/useCheck.ts';
import { entityByName } from '../../product.ts';

const PATTERN = 'A tag may have letters, Thai letters, digits, - _ and /';

test('a tag that is wrong is told in its own words, beside the field and in the summary', async () => {
  const { user, saved } = await renderRecordForm('template', {
    record: { name: 'x', messages: [{ type: 'text', text: 'Hello' }], tags: ['ok', 'bad tag!'] },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const summary = await screen.findByRole('alert');
  expect(within(summary).getByRole('button', { name: `Tag 2: ${PATTERN}` })).toBeVisible();
  expect(await screen.findByText(PATTERN)).toBeVisible();
  expect(saved).toEqual([]);
});

test('a role that the services refuse is told in its own words', async () => {
  const { user } = await renderRecordForm('member', {
    mode: 'edit',
    record: { username: 'a', name: 'A', email: 'a@b.co', roles: ['cim.admin', 'cim.owner'] },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Role must be one of the choices');
});

test('tags that other records have are offered, and taken with the keyboard', async () => {
  const values = vi.fn(async () => ['vip', 'returning']);
  const model = entityByName('profile');
  const { user } = renderInConsole(
    <ResourceContextProvider value="profile">
      <RecordForm
        model={{ ...model, fields: model.fields.filter(({ name }) => name === 'customTags') }}
        check={await loadForm('profile')}
        record={{ customTags: ['vip'] }}
        mode="edit"
        onSave={async () => undefined}
      >
        <span />
      </RecordForm>
    </ResourceContextProvider>,
    { dataProvider: { values } },
  );
  await user.click(screen.getByRole('combobox', { name: 'Custom tags' }));
  expect(await screen.findByRole('option', { name: 'returning' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'vip' })).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('button', { name: 'returning' })).toBeVisible();
  expect(values).toHaveBeenCalledWith('profile', expect.objectContaining({ by: 'customTags' }));
});
