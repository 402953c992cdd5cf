import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const open = () =>
  renderRecordForm('network', {
    mode: 'edit',
    record: { defaultMode: 'BOT', globalDelay: 1, confidenceThreshold: 0.6 },
  });
const typed = () => screen.getByRole('textbox', { name: 'Confidence threshold' });
const line = () => screen.getByRole('slider', { hidden: true });

it('a number between two ends is drawn along a line, and typed beside it', async () => {
  const { user, saved } = await open();
  expect(line()).toHaveAttribute('min', '0.01');
  expect(line()).toHaveAttribute('max', '1');
  expect(line()).toHaveAttribute('step', '0.01');
  expect(line()).toHaveValue('0.6');
  fireEvent.change(line(), { target: { value: '0.72' } });
  expect(typed()).toHaveValue('0.72');
  await user.clear(typed());
  await user.type(typed(), '0.45');
  expect(line()).toHaveValue('0.45');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([expect.objectContaining({ confidenceThreshold: 0.45 })]);
});

it('what lies beyond its ends is refused in the words of the schema', async () => {
  const { user, saved } = await open();
  await user.clear(typed());
  await user.type(typed(), '1.5');
  expect(line()).toHaveValue('1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Confidence threshold must be between 0.01 and 1.00')).not.toHaveLength(
    0,
  );
  expect(saved).toEqual([]);
});
