import { screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { renderInConsole, renderRecordForm } from '../../form/testing/renderForm.tsx';
import { compiledEntity } from '../../form/testing/compiled.ts';
import { loadForm } from '../../form/useFormValidator.ts';
import { entityByName } from '../../product.ts';

const PATTERN = 'A tag may have letters, Thai letters, digits, - _ and /';

test('an invalid tag is reported with its own message, beside the field and in the summary', async () => {
  const { user, saved } = await renderRecordForm('template', {
    record: { name: 'x', messages: [{ type: 'text', text: 'Hello' }], tags: ['ok', 'bad tag!'] },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const summary = await screen.findByRole('alert');
  expect(within(summary).getByRole('button', { name: `Tag 2: ${PATTERN}` })).toBeVisible();
  expect(await screen.findByText(PATTERN)).toBeVisible();
  expect(saved).toEqual([]);
});

test('an unknown stored role, of a newer version, is preserved', async () => {
  const record = { username: 'a', name: 'A', email: 'a@b.co', roles: ['cim.owner'] };
  const { user, saved } = await renderRecordForm('member', { mode: 'edit', record });
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.type(name, 'nna');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Anna', roles: ['cim.owner'] }]));
});

test('tags of other records are suggested, and chosen by keyboard', async () => {
  const values = vi.fn(async () => ['vip', 'returning']);
  const model = entityByName('profile');
  const { user } = renderInConsole(
    <ResourceContextProvider value="profile">
      <RecordForm
        model={{ ...model, fields: model.fields.filter(({ name }) => name === 'customTags') }}
        validator={await loadForm('profile')}
        record={{ customTags: ['vip'] }}
        mode="edit"
        onSave={async () => undefined}
      >
        <span />
      </RecordForm>
    </ResourceContextProvider>,
    { dataProvider: { values } },
  );
  await user.click(screen.getByRole('combobox', { name: 'Custom tags' }));
  expect(await screen.findByRole('option', { name: 'returning' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'vip' })).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('button', { name: 'returning' })).toBeVisible();
  expect(values).toHaveBeenCalledWith('profile', expect.objectContaining({ by: 'customTags' }));
});

/** The form of a note with one list of texts. */
function openNote(items: JsonObject, languages: string[] = []) {
  const note = compiledEntity({}, { languages: { type: 'array', items } });
  const saved: unknown[] = [];
  const onSave = (record: unknown): Promise<undefined> => {
    saved.push(record);
    return Promise.resolve(undefined);
  };
  const form = renderInConsole(
    <RecordForm {...note} mode="create" record={{ languages }} onSave={onSave}>
      <button type="submit">Save the note</button>
    </RecordForm>,
  );
  const save = () => form.user.click(screen.getByRole('button', { name: 'Save the note' }));
  return { ...form, save, saved };
}

test('a pasted list is split into tags, by commas, tabs and line breaks', async () => {
  const { user, save, saved } = openNote({ type: 'string' }, ['vip']);
  const input = await screen.findByRole('combobox', { name: 'Languages' });
  await user.type(input, 're');
  await user.paste('turning\r\nnew\tvip\n\n lost , new\n');
  expect(screen.getByRole('button', { name: 'returning' })).toBeVisible();
  expect(input).toHaveValue('');
  await user.paste('one two');
  expect(input).toHaveValue('one two');
  await user.clear(input);
  await save();
  await waitFor(() => expect(saved).toMatchObject([{ languages: ['vip', 'returning', 'new', 'lost'] }]));
});

test('a text that matches no choice stays with an error, and the form cannot be saved', async () => {
  const labels = { th: 'Thai', en: 'English', zh: 'Chinese' };
  const items = { type: 'string', enum: Object.keys(labels), 'x-field': { labels } };
  const { user, save, saved } = openNote(items);
  const input = await screen.findByRole('combobox', { name: 'Languages' });
  await user.type(input, 'klingon');
  await user.tab();
  const message = '“klingon” is none of the choices. Choose from the list or remove the text.';
  expect(await screen.findByText(message)).toBeVisible();
  expect(input).toHaveValue('klingon');
  await save();
  expect(saved).toEqual([]);
  await user.clear(input);
  expect(screen.queryByText(message)).toBeNull();
  await user.click(input);
  await user.paste('thai, elvish, English, dwarvish');
  expect(screen.getByRole('button', { name: 'English' })).toBeVisible();
  expect(input).toHaveValue('elvish, dwarvish');
  await user.tab();
  expect(screen.getAllByText(/^“elvish”, “dwarvish” are none/)).not.toEqual([]);
  await user.clear(input);
  await save();
  await waitFor(() => expect(saved).toMatchObject([{ languages: ['th', 'en'] }]));
});

test('Enter chooses the first match, and keeps a text without one', async () => {
  const labels = { th: 'Thai', en: 'English', zh: 'Chinese' };
  const items = { type: 'string', enum: Object.keys(labels), 'x-field': { labels } };
  const { user, save, saved } = openNote(items);
  const input = await screen.findByRole('combobox', { name: 'Languages' });
  await user.type(input, 'klingon{Enter}');
  expect(input).toHaveValue('klingon');
  expect(screen.getByText('No options')).toBeVisible();
  await user.clear(input);
  await user.type(input, 'engl{Enter}');
  expect(screen.getByRole('button', { name: 'English' })).toBeVisible();
  expect(input).toHaveValue('');
  // The first match.
  await user.type(input, 'i{Enter}');
  expect(screen.getByRole('button', { name: 'Thai' })).toBeVisible();
  // By value, as in the API.
  await user.type(input, 'zh{Enter}');
  expect(screen.getByRole('button', { name: 'Chinese' })).toBeVisible();
  expect(saved).toEqual([]);
  await save();
  await waitFor(() => expect(saved).toMatchObject([{ languages: ['en', 'th', 'zh'] }]));
});
