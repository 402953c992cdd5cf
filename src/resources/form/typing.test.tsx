import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderRecordForm } from './testing/renderForm.tsx';
import { typeCode } from './testing/typeCode.ts';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Lets time pass as a browser does: React gets no turn before the next event. */
function pass(milliseconds: number): void {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  vi.advanceTimersByTime(milliseconds);
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}

const type = (input: HTMLElement, value: string): void => void fireEvent.change(input, { target: { value } });
const saveByKey = (input: HTMLElement): void =>
  void fireEvent.keyDown(input, { key: 's', ctrlKey: true, bubbles: true });

afterEach(() => vi.useRealTimers());

const DELAYS = Array.from({ length: 13 }, (_, step) => step * 50);

describe.each(DELAYS)('%i ms after the last key', (delay) => {
  test('Ctrl+S sends what is seen', async () => {
    const { saved } = await renderRecordForm('variable', {
      record: { name: 'a', type: 'string', value: 'old', scope: 'bot' },
    });
    const value = screen.getByLabelText('Value');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    type(value, 'new');
    pass(delay);
    saveByKey(value);
    vi.useRealTimers();
    await waitFor(() => expect(saved).toMatchObject([{ value: 'new' }]));
  });

  test('a moved item keeps its text, on screen and in what is sent', async () => {
    const { saved } = await renderRecordForm('entity', {
      record: { name: 'size', format: 'list', options: [{ name: 'small' }, { name: 'large' }] },
    });
    const [, second] = screen.getAllByLabelText('Value') as [HTMLElement, HTMLElement];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    type(second, 'huge');
    pass(delay);
    fireEvent.click(screen.getByRole('button', { name: 'Move up option 2' }));
    vi.useRealTimers();
    await waitFor(() => expect(screen.getAllByLabelText('Value')[0]).toHaveValue('huge'));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toMatchObject([{ options: [{ name: 'huge' }, { name: 'small' }] }]));
  });
});

test('what is typed while the form is being drawn stays', async () => {
  await renderRecordForm('variable', {
    record: { name: 'a', type: 'string', value: 'old', scope: 'bot' },
  });
  const value = screen.getByLabelText('Value');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  type(value, 'o'.repeat(400));
  pass(260);
  type(value, 'o'.repeat(401));
  pass(260);
  vi.useRealTimers();
  await waitFor(() => expect(screen.getByText('401 / 500')).toBeVisible());
  expect(value).toHaveValue('o'.repeat(401));
});

test('a tag that is not closed yet is sent too', async () => {
  const { user, saved } = await renderRecordForm('template', {
    record: { name: 'shop', platform: 'multi', messages: [{ type: 'text', text: 'x' }] },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'sale');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(saved).toMatchObject([{ tags: ['sale'] }]));
});

test('JSON that does not parse stays when its item closes, and keeps the form from being sent', async () => {
  const { user, saved } = await renderRecordForm('template', {
    record: {
      name: 'shop',
      platform: 'multi',
      messages: [
        { type: 'flex', altText: 'a', contents: { type: 'bubble' } },
        { type: 'text', text: 'b' },
      ],
    },
  });
  const contents = () => screen.findByRole('textbox', { name: 'Contents' });
  typeCode(await contents(), '{"type": ');
  await user.click(screen.getByRole('button', { name: /^b Text/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await contents()).toHaveAccessibleDescription(/This is not valid JSON/));
  expect(await contents()).toHaveTextContent('{"type":');
  expect(saved).toEqual([]);
  typeCode(await contents(), '{"type": "carousel", "contents": [{"type": "bubble"}]}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ messages: [{ contents: { type: 'carousel' } }, {}] }]));
});

test('a field that was left unchanged is not called missing, one that was emptied is', async () => {
  const { user } = await renderRecordForm('variable');
  await user.click(screen.getByLabelText('Name'));
  await user.tab();
  const value = screen.getByLabelText('Value');
  await user.type(value, 'x');
  await user.clear(value);
  await user.tab();
  await waitFor(() => expect(value).toBeInvalid());
  expect(screen.getByLabelText('Name')).not.toBeInvalid();
});
