import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

it('the choice of a record has its label above, whatever the type that asks for it is called', async () => {
  const { user } = await renderRecordForm('mapper', { mode: 'create' });
  await user.click(await screen.findByRole('button', { name: 'Flow' }));
  expect(screen.getByText('Flow', { selector: 'label' }).parentElement).not.toHaveStyle({
    position: 'absolute',
  });
  expect(screen.getByRole('combobox', { name: 'Flow' })).toBeVisible();
});
