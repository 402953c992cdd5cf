import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';
import { RecordForm } from '../RecordForm.tsx';
import { SaveBar } from '../save/SaveBar.tsx';
import { compiledEntity } from '../testing/compiled.ts';
import { renderInConsole } from '../testing/renderForm.tsx';

const { model, check } = compiledEntity(
  {
    form: {
      as: 'steps',
      main: [
        { title: 'General', fields: ['name', 'kind'] },
        { title: 'Schedule', fields: ['hours'] },
        { title: 'Words', fields: ['text'] },
      ],
    },
  },
  {
    name: { type: 'string', minLength: 3 },
    kind: { enum: ['now', 'later'], default: 'now' },
    hours: { type: 'string', 'x-field': { visibleWhen: { kind: 'later' } } },
    text: { type: 'string' },
  },
  { required: ['name', 'text'] },
);

const open = async (answer?: FieldErrors, kind = 'now') => {
  const saved: JsonObject[] = [];
  const { user } = renderInConsole(
    <RecordForm
      model={model}
      check={check}
      mode="create"
      initialValues={{ kind }}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(saved.length === 1 ? answer : undefined);
      }}
    >
      <SaveBar label="Create" />
    </RecordForm>,
  );
  await screen.findByRole('textbox', { name: /Name/ });
  return { user, saved };
};

describe('a form in steps', () => {
  it('goes on with Enter, each step judged by itself, and ends with what will be saved', async () => {
    const { user, saved } = await open();
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'ab{Enter}');
    expect(await screen.findByText('Name must be at least 3 characters')).toBeVisible();
    expect(screen.queryByText(/Text is required/)).not.toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'c{Enter}');

    const text = await screen.findByRole('textbox', { name: /Text/ });
    await waitFor(() => expect(text).toHaveFocus());
    expect(screen.queryByText(/Text is required/)).not.toBeInTheDocument();
    await user.type(text, 'Hello{Enter}');

    const review = await screen.findByRole('region', { name: 'Review of General' });
    expect(review).toHaveTextContent('abc');
    expect(screen.getByRole('region', { name: 'Review of Words' })).toHaveTextContent('Hello');
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'abc', kind: 'now', text: 'Hello' }]));
  });

  it('leaves steps out of which nothing is to be seen', async () => {
    await open();
    expect(screen.queryByRole('tab', { name: /Schedule/ })).not.toBeInTheDocument();
  });

  it('has the step once a choice asks for it', async () => {
    await open(undefined, 'later');
    expect(await screen.findByRole('tab', { name: /Schedule/ })).toBeInTheDocument();
  });

  it('leads from the review back to a step, and from a refusal to the step that is to blame', async () => {
    const { user, saved } = await open({ '/name': 'Name already exists', '/kind': 'Not today' });
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'abc{Enter}');
    await user.type(await screen.findByRole('textbox', { name: /Text/ }), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Change Words' }));
    await user.type(await screen.findByRole('textbox', { name: /Text/ }), ' you{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('textbox', { name: /Name/ })).toHaveValue('abc');
    expect(screen.getAllByText(/Name already exists/)[0]).toBeVisible();
    expect(saved).toHaveLength(1);
  });
});
