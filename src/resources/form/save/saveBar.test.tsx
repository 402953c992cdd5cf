import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInConsole } from '../testing/renderForm.tsx';
import { modelNamed } from '../../product.ts';
import { loadForm } from '../useFormValidator.ts';
import { EntityForm } from './EntityForm.tsx';

const stored = { id: 'v1', version: 1, name: 'office_hours', value: '9-18', scope: 'bot' };
const button = (name: string) => screen.getByRole('button', { name });
const isFilled = (name: string) => button(name).classList.contains('MuiButton-contained');

async function open(props: Partial<Parameters<typeof EntityForm>[0]> = {}) {
  const validator = await loadForm('variable');
  const model = modelNamed('variable') as Parameters<typeof EntityForm>[0]['model'];
  const save = vi.fn();
  const shown = renderInConsole(
    <EntityForm {...{ model, validator, save }} mode="edit" record={stored} {...props} />,
  );
  await screen.findByLabelText('Value');
  return { ...shown, save };
}

test('Save is quiet until something changed', async () => {
  const { user } = await open({ onCancel: () => undefined });
  expect(isFilled('Save')).toBe(false);
  await user.type(screen.getByLabelText('Value'), '!');
  expect(isFilled('Save')).toBe(true);
});

test('Create is filled from the beginning, and says what is missing', async () => {
  const { user, save } = await open({ mode: 'create', record: undefined, onCancel: () => undefined });
  expect(isFilled('Create')).toBe(true);
  await user.click(button('Create'));
  expect((await screen.findAllByText('Name is required')).length).toBeGreaterThan(0);
  expect(save).not.toHaveBeenCalled();
});

test('where there is nowhere to go back to, Cancel takes back what was changed', async () => {
  const { user } = await open();
  expect(button('Cancel')).toBeDisabled();
  await user.type(screen.getByLabelText('Value'), '!');
  await user.click(button('Cancel'));
  await waitFor(() => expect(screen.getByLabelText('Value')).toHaveValue('9-18'));
  expect(isFilled('Save')).toBe(false);
});
