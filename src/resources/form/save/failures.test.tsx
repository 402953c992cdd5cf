import { fireEvent, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScreenBoundary } from '../../../ui/ScreenBoundary.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { registerFieldType } from '../../fields/registry.ts';
import { modelNamed } from '../../product.ts';
import { EntityEdit } from '../../edit/EntityEdit.tsx';
import { RecordForm } from '../RecordForm.tsx';
import { compiledEntity } from '../testing/compiled.ts';
import { renderInConsole } from '../testing/renderForm.tsx';
import { loadForm } from '../useFormValidator.ts';
import { EntityForm } from './EntityForm.tsx';

const stored = { id: 'v1', version: 1, name: 'greeting', type: 'string', value: 'Hello', scope: 'bot' };

afterEach(() => localStorage.clear());

test('a record that cannot be changed any more says that input came too late as soon as there is some', async () => {
  const validator = await loadForm('variable');
  const { user } = renderInConsole(
    <EntityForm
      model={modelNamed('variable')}
      validator={validator}
      mode="edit"
      record={stored}
      readOnlyReason="It is being sent"
      save={vi.fn()}
    />,
  );
  expect(screen.getByText('It is being sent')).toBeVisible();
  await user.type(screen.getByLabelText('Value'), '!');
  expect(
    await screen.findByText('It is being sent. What you typed is still here, but it cannot be saved now.'),
  ).toBeVisible();
});

describe('what fails while it is drawn', () => {
  beforeEach(() => {
    // React's development build reports what a boundary caught.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('a whole screen keeps what was typed, and offers it again', async () => {
    const failure = { isOn: false };
    const Fragile = () => {
      const [, draw] = useState(0);
      if (failure.isOn) throw new Error('This screen is broken');
      return (
        <button type="button" onClick={() => draw((count) => count + 1)}>
          Draw again
        </button>
      );
    };
    const edit = (
      <ScreenBoundary>
        <Fragile />
        <ResourceContextProvider value="variable">
          <EntityEdit />
        </ResourceContextProvider>
      </ScreenBoundary>
    );
    const { user } = renderInConsole(edit, {
      path: '/chatbot/bot-variable/:id',
      at: '/chatbot/bot-variable/v1',
      dataProvider: { getOne: () => Promise.resolve({ data: stored }) },
    });
    await user.type(await screen.findByLabelText('Value'), ' there');
    failure.isOn = true;
    // It lies below the form's dialog.
    fireEvent.click(screen.getByText('Draw again'));
    failure.isOn = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByLabelText('Value')).toHaveValue('Hello there');
  });

  test('one editor leaves the others as they are, and is drawn again with another value', async () => {
    registerFieldType({
      name: 'fragile',
      editor: async () => ({
        default: ({ value, onChange }: EditorProps<string>) => {
          if (value === 'broken') throw new Error('This editor is broken');
          return (
            <button type="button" onClick={() => onChange('broken')}>
              Break
            </button>
          );
        },
      }),
    });
    const { model, validator } = compiledEntity({}, { nick: { type: 'string', title: 'Nick' } });
    const fields = model.fields.map((field) =>
      field.name === 'nick' ? { ...field, widget: 'fragile' } : field,
    );
    const { user } = renderInConsole(
      <RecordForm
        model={{ ...model, fields }}
        validator={validator}
        mode="create"
        onSave={() => Promise.resolve(undefined)}
      />,
    );
    await user.type(await screen.findByLabelText('Name'), 'Mali');
    await user.click(await screen.findByRole('button', { name: 'Break' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nick');
    expect(screen.getByLabelText('Name')).toHaveValue('Mali');
  });
});
