import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

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
