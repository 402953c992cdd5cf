import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { renderRecordForm } from './testing/renderForm.tsx';

const text = (value: string) => ({ type: 'text', text: value });

describe('a flat form', () => {
  test('saves what was typed, without what was left blank', async () => {
    const { user, saved } = await renderRecordForm('variable');
    await user.type(screen.getByLabelText('Name'), 'greeting');
    await user.type(screen.getByLabelText('Value'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved).toEqual([{ name: 'greeting', type: 'string', value: 'Hello', scope: 'bot' }]),
    );
  });

  test('rejects missing values, lists every error and links it to its field', async () => {
    const { user, saved } = await renderRecordForm('variable');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const summary = await screen.findByRole('alert');
    await user.click(within(summary).getByRole('button', { name: 'Value is required' }));
    expect(screen.getByLabelText('Value')).toHaveFocus();
    expect(screen.getByLabelText('Value')).toHaveAccessibleDescription(/Value is required/);
    expect(saved).toEqual([]);
  });

  test('lists the errors in the order of the form, not of the schema', async () => {
    const { user } = await renderRecordForm('member');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const links = within(await screen.findByRole('alert')).getAllByRole('button');
    const label = (input: HTMLElement): string => (input as HTMLInputElement).labels?.[0]?.textContent ?? '';
    const typed = screen.getAllByRole('textbox').map(label).slice(0, 3);
    expect(typed).toEqual(['Name', 'Username', 'E-mail']);
    const linkTexts = links.slice(0, 3).map(({ textContent }) => textContent);
    expect(linkTexts).toEqual(['Name is required', 'Username is required', 'Email is required']);
  });

  test('checks a field when it is left, and not while typing', async () => {
    const { user } = await renderRecordForm('variable');
    await user.type(screen.getByLabelText('Name'), 'no spaces please');
    expect(screen.getByLabelText('Name')).not.toBeInvalid();
    await user.tab();
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid());
  });

  test('nothing moves away under a pressed pointer', async () => {
    const { user } = await renderRecordForm('variable', {
      record: { name: 'a', type: 'string', value: '', scope: 'bot' },
    });
    const save = screen.getByRole('button', { name: 'Save' });
    await user.click(save);
    expect(await screen.findByRole('alert')).toHaveTextContent('Value is required');
    await user.type(screen.getByLabelText('Value'), 'x');
    vi.useFakeTimers();
    try {
      fireEvent.pointerDown(save);
      fireEvent.blur(screen.getByLabelText('Value'));
      act(() => void vi.advanceTimersByTime(1000));
      expect(screen.getByRole('alert')).toHaveTextContent('Value is required');
      fireEvent.pointerUp(save);
      act(() => void vi.advanceTimersByTime(0));
      expect(screen.queryByRole('alert')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('counts what is typed against the limit once that is near', async () => {
    const { user } = await renderRecordForm('variable', {
      record: { name: 'n'.repeat(79), type: 'string', value: 'x', scope: 'bot' },
    });
    expect(screen.queryByText(/ \/ 100/)).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Name'), 'n');
    expect(await screen.findByText('80 / 100')).toBeVisible();
  });

  test('shows errors of the server at their fields until these change, and keeps the input', async () => {
    const { user } = await renderRecordForm('variable', {
      record: { name: 'taken', type: 'string', value: 'x', scope: 'bot' },
      onSave: () => Promise.resolve({ '/name': 'Variable name already existing' }),
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const name = screen.getByLabelText('Name');
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Variable name already existing/));
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveValue('taken');
    await user.type(name, '2');
    await user.tab();
    await waitFor(() => expect(name).not.toHaveAccessibleDescription(/already existing/));
  });

  test('saves by Ctrl+S from within a field, the last letters included', async () => {
    const { user, saved } = await renderRecordForm('variable', {
      record: { name: 'a', type: 'string', value: 'x', scope: 'bot' },
    });
    await user.type(screen.getByLabelText('Value'), 'yz');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(saved).toMatchObject([{ value: 'xyz' }]));
  });
});

describe('conditions', () => {
  test('show and hide fields, and what is hidden is not saved', async () => {
    const { user, saved } = await renderRecordForm('entity', { record: { name: 'plate', format: 'list' } });
    expect(screen.queryByLabelText('Pattern')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Pattern' }));
    await user.type(await screen.findByRole('textbox', { name: 'Pattern' }), 'A+');
    await user.click(screen.getByRole('button', { name: 'System' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Pattern' })).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Date' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).not.toHaveProperty('pattern');
    expect(saved[0]).toMatchObject({ format: 'system', system: 'date' });
  });

  test('tighten limits: a column with a title may have 60 letters', async () => {
    const column: JsonObject = {
      text: 'x'.repeat(100),
      actions: [{ type: 'message', label: 'a', text: 'b' }],
    };
    const { user } = await renderRecordForm('template', {
      record: {
        name: 'shop',
        platform: 'LINE',
        messages: [{ type: 'carousel', altText: 'a', columns: [column] }],
      },
    });
    expect(await screen.findByText('100 / 120')).toBeVisible();
    await user.type(screen.getByLabelText('Title'), 'T');
    await user.tab();
    expect(await screen.findByText('100 / 60')).toBeVisible();
  });
});

describe('lists', () => {
  const options = () => screen.queryAllByLabelText('Value') as HTMLInputElement[];
  const names = () => options().map((input) => input.value);
  const record = {
    name: 'size',
    format: 'list',
    options: [{ name: 'small' }, { name: 'medium' }, { name: 'large' }],
  };

  test('move by buttons and by arrow keys on the handle', async () => {
    const { user, saved } = await renderRecordForm('entity', { record });
    await user.click(screen.getByRole('button', { name: 'Move up option 3' }));
    expect(names()).toEqual(['small', 'large', 'medium']);
    screen.getByRole('button', { name: 'Reorder option 1', hidden: true }).focus();
    await user.keyboard('{ArrowDown}');
    expect(names()).toEqual(['large', 'small', 'medium']);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved).toMatchObject([{ options: [{ name: 'large' }, { name: 'small' }, { name: 'medium' }] }]),
    );
  });

  test('keep what is being typed when an item moves', async () => {
    const { user } = await renderRecordForm('entity', { record });
    await user.type(options()[1] as HTMLInputElement, ' size');
    await user.click(screen.getByRole('button', { name: 'Move up option 2' }));
    expect(names()).toEqual(['medium size', 'small', 'large']);
  });

  test('add, duplicate, remove and undo', async () => {
    const { user } = await renderRecordForm('entity', { record });
    await user.click(screen.getByRole('button', { name: 'Duplicate option 1' }));
    expect(names()).toEqual(['small', 'small', 'medium', 'large']);
    await user.click(screen.getByRole('button', { name: 'Remove option 4' }));
    expect(names()).toEqual(['small', 'small', 'medium']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(names()).toEqual(['small', 'small', 'medium', 'large']);
    await user.click(screen.getByRole('button', { name: 'Add option' }));
    expect(names()).toEqual(['small', 'small', 'medium', 'large', '']);
  });

  test('an error inside a closed item opens it', async () => {
    const { user } = await renderRecordForm('template', {
      record: { name: 'shop', platform: 'multi', messages: [text('one'), { type: 'text' }] },
    });
    expect(screen.getByRole('button', { name: /^one Text/ })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveFocus());
    expect(screen.getByRole('button', { name: /^Text Empty.*1 problem/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

describe('variants', () => {
  const choose = async (user: Awaited<ReturnType<typeof renderRecordForm>>['user'], title: string) => {
    await user.click(screen.getAllByRole('combobox', { name: /Type of message/ })[0] as HTMLElement);
    await user.click(await screen.findByRole('option', { name: title }));
  };

  test('switching keeps values of both types, switching back restores the rest, and nothing of the other type is saved', async () => {
    const { user, saved } = await renderRecordForm('template', {
      record: {
        name: 'shop',
        platform: 'multi',
        messages: [
          {
            type: 'image',
            originalContentUrl: 'https://a.example/a.png',
            previewImageUrl: 'https://a.example/b.png',
          },
        ],
      },
    });
    await choose(user, 'Text');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'hello');
    await choose(user, 'Video');
    expect(await screen.findByRole('textbox', { name: 'Video URL' })).toHaveValue('');
    await choose(user, 'Image');
    expect(await screen.findByRole('textbox', { name: 'Preview image' })).toHaveValue(
      'https://a.example/b.png',
    );
    await choose(user, 'Text');
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('hello');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ messages: [{ type: 'text', text: 'hello' }] });
    expect((saved[0] as { messages: object[] }).messages[0]).not.toHaveProperty('previewImageUrl');
  });

  test('the add menu offers every type with its description', async () => {
    const { user } = await renderRecordForm('template');
    await user.click(screen.getByRole('button', { name: 'Add message' }));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(8);
    await user.click(screen.getByRole('menuitem', { name: /^Carousel/ }));
    expect(await screen.findByRole('button', { name: 'Add column' })).toBeVisible();
  });
});

describe('the editor of a list in a rail', () => {
  const column: JsonObject = {
    title: 'T',
    text: 'One',
    actions: [
      { type: 'message', label: 'A', text: 'a' },
      { type: 'uri', label: 'B', uri: 'https://e.com' },
    ],
  };

  test('a new column has the shape of those before it', async () => {
    const { user, saved } = await renderRecordForm('template', {
      record: {
        name: 'shop',
        platform: 'WEBCHAT',
        messages: [{ type: 'carousel', altText: 'a', columns: [column] }],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add column' }));
    const labels = await screen.findAllByRole('textbox', { name: 'Label' });
    expect(labels).toHaveLength(2);
    await user.type(labels[0] as HTMLElement, 'A');
    await user.type(labels[1] as HTMLElement, 'B');
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'm');
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'https://e.com/2');
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Two');
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Two');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      messages: [{ columns: [{}, { actions: [{ type: 'message' }, { type: 'uri' }] }] }],
    });
  });

  test('as many messages as there may be leave nothing to add', async () => {
    const messages = ['one', 'two', 'three', 'four', 'five'].map(text);
    await renderRecordForm('template', { record: { name: 'shop', platform: 'multi', messages } });
    expect(await screen.findByRole('button', { name: 'Add message' })).toBeDisabled();
  });

  test('parts that nobody must fill in wait as rows, of the record and of one message', async () => {
    const { user, saved } = await renderRecordForm('template', {
      record: { name: 'shop', platform: 'multi', messages: [text('one')] },
    });
    const ofRecord = screen.getByRole('button', { name: 'Error message' });
    await user.click(await screen.findByRole('button', { name: 'Error message for this message' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Error message' })).toHaveFocus());
    await user.keyboard('Later');
    await user.click(ofRecord);
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Error message' }), 'Sorry');
    await user.click(screen.getByRole('button', { name: /^one Text/ }));
    expect(await screen.findByRole('textbox', { name: 'Error message' })).toHaveValue('Later');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved).toMatchObject([{ errorMessage: 'Sorry', messages: [{ errorMessage: 'Later' }] }]),
    );
  });
});
