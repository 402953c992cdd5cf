import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import type { RecordFormHandle } from './RecordForm.tsx';
import { renderRecordForm } from './testing/renderForm.tsx';

const record = { id: 'p1', version: 1, displayName: 'Mali', customFields: { city: 'Trang' } };

test('rows of names and values follow a newer state of the record, and stay where theirs is the same', async () => {
  const ref = createRef<RecordFormHandle>();
  const { user } = await renderRecordForm('profile', { ref, record, mode: 'edit' });
  const city = await screen.findByLabelText('Name 1');
  await user.click(city);
  act(() => ref.current?.reset({ ...record, version: 2, displayName: 'Mali S' }, false));
  expect(city).toHaveFocus();
  act(() => ref.current?.reset({ ...record, version: 3, customFields: { size: 'M' } }, false));
  expect(screen.getByLabelText('Name 1')).toHaveValue('size');
});
