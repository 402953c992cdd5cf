import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

it('a reference keeps its label, also under a type of the same title', async () => {
  const { user } = await renderRecordForm('mapper', { mode: 'create' });
  await user.click(await screen.findByRole('button', { name: 'Flow' }));
  expect(screen.getByText('Flow', { selector: 'label' }).parentElement).not.toHaveStyle({
    position: 'absolute',
  });
  expect(screen.getByRole('combobox', { name: 'Flow' })).toBeVisible();
});
