import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { JsonImportDialog } from './JsonImportDialog.tsx';
import { errorLines, parseRecords, serializeRecords } from './recordsFile.ts';

const template = entityByName('template');
const text = (name: string, words = 'Hello'): JsonObject => ({
  name,
  platform: 'multi',
  messages: [{ type: 'text', text: words }],
});

describe('a file of records', () => {
  it('is parsed as it was serialised, without system fields', () => {
    const stored = { ...text('one'), id: 'i1', version: 4, createdAt: '2026-01-01T00:00:00Z' };
    expect(parseRecords(template, serializeRecords(template, [stored]))).toEqual({ records: [text('one')] });
    expect(parseRecords(template, JSON.stringify(stored))).toEqual({ records: [text('one')] });
  });

  it('leaves out computed and read-only fields', () => {
    const menu = entityByName('rich-menu');
    const own = { name: 'Summer', size: 'large' };
    expect(JSON.parse(serializeRecords(menu, [{ ...own, use: 'used' }]))).toEqual({ [menu.name]: [own] });
  });

  it.each([
    ['{"template": [}', 'The file is not valid JSON: line 1, column 15: a value is expected, not "}"'],
    ['[]', 'The file is empty'],
    ['[1]', 'Item 1 of the file is not a record'],
    [JSON.stringify(Array.from({ length: 501 }, () => ({}))), 'The file has 501 records. The limit is 500'],
  ])('that is invalid is rejected with a message: %#', (content, error) => {
    expect(parseRecords(template, content)).toEqual({ error });
  });

  it('has errors with their paths', () => {
    expect(errorLines({ '/messages': 'Please check', '/messages/0/text': 'Text is required' })).toEqual([
      'messages[0].text: Text is required',
    ]);
  });
});

it('imports templates: previews each, then creates, updates and skips', async () => {
  const sent: [string, unknown][] = [];
  const { user } = renderInConsole(<JsonImportDialog model={template} onClose={() => undefined} />, {
    dataProvider: {
      getList: (_: string, { filter }: { filter: { name: string } }) => {
        const data = filter.name === 'known' ? [{ ...text('known'), id: 'i1', version: 3 }] : [];
        return Promise.resolve({ data, total: data.length });
      },
      create: (_: string, { data }: { data: JsonObject }) => {
        sent.push(['create', data]);
        return Promise.resolve({ data: { ...data, id: 'i2' } });
      },
      update: (_: string, { data }: { data: JsonObject }) => {
        sent.push(['update', data]);
        return Promise.resolve({ data });
      },
    },
  });
  const records = [
    text('fresh'),
    text('known', 'New words'),
    { ...text('ab'), messages: [{ type: 'text' }] },
  ];
  const file = new File([JSON.stringify({ template: records })], 'a.json', { type: 'application/json' });
  await user.upload(await screen.findByLabelText('JSON file'), file);
  expect(await screen.findByText('messages[0].text: Text is required')).toBeVisible();
  expect(screen.getByText('name: Template name character limit')).toBeVisible();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'freshTo add',
    'knownTo change',
    expect.stringMatching(/^abLeft out/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Import 2 templates' }));
  await waitFor(() => expect(screen.getAllByText('Brought in')).toHaveLength(2));
  expect(sent).toEqual([
    ['create', text('fresh')],
    ['update', { ...text('known', 'New words'), id: 'i1', version: 3 }],
  ]);
});

it('shows why a preview failed, and accepts the file again', async () => {
  let isAway = true;
  const { user } = renderInConsole(<JsonImportDialog model={template} onClose={() => undefined} />, {
    dataProvider: {
      getList: () =>
        isAway ? Promise.reject(new Error('No connection')) : Promise.resolve({ data: [], total: 0 }),
    },
  });
  const file = new File([JSON.stringify(text('fresh'))], 'a.json', { type: 'application/json' });
  await user.upload(await screen.findByLabelText('JSON file'), file);
  expect(await screen.findByText('No connection')).toBeVisible();
  isAway = false;
  await user.upload(screen.getByLabelText('JSON file'), file);
  expect(await screen.findByText('To add')).toBeVisible();
});

it('shows the preview of the last chosen file', async () => {
  let answer = () => undefined as void;
  const { user } = renderInConsole(<JsonImportDialog model={template} onClose={() => undefined} />, {
    dataProvider: {
      getList: async (_: string, { filter }: { filter: { name: string } }) => {
        if (filter.name === 'first') await new Promise<void>((done) => (answer = done));
        return { data: [], total: 0 };
      },
    },
  });
  const input = await screen.findByLabelText('JSON file');
  await user.upload(input, new File([JSON.stringify(text('first'))], 'a.json'));
  await user.upload(input, new File([JSON.stringify(text('second'))], 'b.json'));
  expect(await screen.findByText('second')).toBeVisible();
  await act(async () => answer());
  expect(screen.getByText('second')).toBeVisible();
  expect(screen.queryByText('first')).toBeNull();
});
