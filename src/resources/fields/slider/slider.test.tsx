import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const open = () =>
  renderRecordForm('network', {
    mode: 'edit',
    record: { defaultMode: 'BOT', globalDelay: 1, confidenceThreshold: 0.6 },
  });
const input = () => screen.getByRole('textbox', { name: 'Confidence threshold' });
const slider = () => screen.getByRole('slider', { hidden: true });

it('the slider and the text input beside it edit the same number', async () => {
  const { user, saved } = await open();
  expect(slider()).toHaveAttribute('min', '0.01');
  expect(slider()).toHaveAttribute('max', '1');
  expect(slider()).toHaveAttribute('step', '0.01');
  expect(slider()).toHaveValue('0.6');
  fireEvent.change(slider(), { target: { value: '0.72' } });
  expect(input()).toHaveValue('0.72');
  await user.clear(input());
  await user.type(input(), '0.45');
  expect(slider()).toHaveValue('0.45');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([expect.objectContaining({ confidenceThreshold: 0.45 })]);
});

it('a number beyond the limits is rejected with the message of the schema', async () => {
  const { user, saved } = await open();
  await user.clear(input());
  await user.type(input(), '1.5');
  expect(slider()).toHaveValue('1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Confidence threshold must be between 0.01 and 1.00')).not.toHaveLength(
    0,
  );
  expect(saved).toEqual([]);
});
