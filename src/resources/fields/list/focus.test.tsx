import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

type User = Awaited<ReturnType<typeof renderRecordForm>>['user'];

interface Case {
  list: string;
  entity: string;
  record: JsonObject;
  /** Opens the list, where it is hidden. */
  before?: (user: User) => Promise<void>;
  add: string;
  kind?: RegExp;
  /** The first input of the added item. */
  first: RegExp;
  remove: RegExp;
  /** The focused element after its removal. */
  neighbour: RegExp;
}

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const action = (label: string): JsonObject => ({ type: 'message', label, text: label });
const shop = { name: 'shop', platform: 'WEBCHAT' };
const carousel = {
  ...{ type: 'carousel', altText: 'a' },
  columns: [{ title: 'T', text: 'One', actions: [action('A')] }],
};

const LISTS: Case[] = [
  {
    ...{ list: 'rows', entity: 'entity', add: 'Add option', first: /^(Option|Value)/ },
    record: { name: 'size', format: 'list', options: [{ name: 'small', synonyms: ['s'] }] },
    ...{ remove: /^Remove option 2/, neighbour: /^Remove option 1/ },
  },
  {
    ...{ list: 'the rail', entity: 'template', add: 'Add message', kind: /^Text/, first: /^Text/ },
    record: { ...shop, messages: [text('one')] },
    ...{ remove: /^Remove message 2/, neighbour: /^one Text/ },
  },
  {
    ...{ list: 'the strip', entity: 'template', add: 'Add column', first: /^(Title|Image|Picture|Upload)/ },
    record: { ...shop, messages: [carousel] },
    ...{ remove: /^Remove column 2/, neighbour: /T/ },
  },
  {
    ...{ list: 'actions', entity: 'template', add: 'Add action', kind: /^Message/, first: /^(Type|Label)/ },
    record: { ...shop, messages: [{ type: 'buttons', altText: 'a', text: 't', actions: [action('A')] }] },
    ...{ remove: /^Remove action 2/, neighbour: /^Remove action 1/ },
  },
  {
    ...{
      list: 'quick replies',
      entity: 'template',
      add: 'Add quick reply',
      kind: /^Message/,
      first: /^(Type|Label)/,
    },
    record: { ...shop, messages: [text('one')], quickReply: { items: [action('A')] } },
    before: async (user) => user.click(await screen.findByRole('button', { name: /^Quick repl.*1/ })),
    ...{ remove: /^Remove quick reply 2/, neighbour: /A/ },
  },
  {
    ...{ list: 'conditions', entity: 'segment', add: 'Add condition', kind: /^Message count/ },
    ...{ first: /./, remove: /^Remove condition 2/, neighbour: /^Remove condition 1/ },
    record: {
      name: 'vip',
      who: { match: 'all', conditions: [{ field: 'tag', is: 'any', tags: ['vip'] }] },
    },
  },
  {
    ...{ list: 'conditions, of which there is none yet', entity: 'segment', add: 'Message count' },
    ...{ first: /./, remove: /^Remove condition 1/, neighbour: /^Channel/ },
    record: { name: 'vip' },
  },
];

const focused = (): Element | null => document.activeElement;

describe('focus after an item was added or removed by keyboard', () => {
  it.each(LISTS)('in $list', async ({ entity, record, before, add, kind, first, remove, neighbour }) => {
    const { user } = await renderRecordForm(entity, { record, mode: 'edit' });
    await before?.(user);
    (await screen.findByRole('button', { name: add })).focus();
    await user.keyboard('{Enter}');
    if (kind) await user.click(await screen.findByRole('menuitem', { name: kind }));
    await waitFor(() => expect(focused()).toHaveAccessibleName(first));
    expect(focused()?.matches('input, textarea, [role=combobox], button')).toBe(true);
    const all = await screen.findAllByRole('button', { name: remove });
    all[0]?.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toHaveAccessibleName(neighbour));
  });
});
