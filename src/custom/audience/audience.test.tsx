import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpError, RecordContextProvider } from 'react-admin';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { Conversation } from './Conversation.tsx';
import { VisibleMenu } from './VisibleMenu.tsx';
import { CustomTags, UserTags } from './tagPanels.tsx';
import { TicketHistory } from './TicketHistory.tsx';
import type { ConversationMessage } from './useConversation.ts';

vi.mock('../../dataProvider/config.ts', () => ({ config: () => ({ livechatUrl: null }) }));

const PERSON = {
  ...{ id: 'p1', version: 3, displayName: 'ณัฐธิดา', channel: 'c1', externalId: 'U1' },
  ...{ userTags: ['returning'], customTags: [] },
};
const open = (Panel: ComponentType, dataProvider: object, person: object = {}) =>
  renderInConsole(
    <RecordContextProvider value={{ ...PERSON, ...person }}>
      <Panel />
    </RecordContextProvider>,
    {
      dataProvider: {
        getOne: async () => ({ data: { id: 'c1', type: 'LINE', name: 'Siam' } }),
        ...dataProvider,
      },
    },
  );

describe('tags', () => {
  it('show that there are none', () => {
    open(CustomTags, {});
    expect(screen.getByText(/No custom tags yet/)).toBeInTheDocument();
  });

  it('are searched where there are many', async () => {
    const tags = Array.from({ length: 100 }, (_, at) => `tag${at}`);
    const { user } = open(CustomTags, {}, { customTags: tags });
    await user.type(screen.getByRole('searchbox', { name: 'Search custom tags' }), 'TAG99');
    const list = screen.getByRole('list', { name: 'Custom tags' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  });

  it('show who set each and when, as far as the history goes back', async () => {
    const at = new Date(Date.now() - 5 * 60_000).toISOString();
    const change = (user: object | null, before: string[], after: string[], hours = 0) => ({
      ...{ id: `h${hours}`, at: new Date(Date.parse(at) - hours * 3_600_000).toISOString(), user },
      ...{ operation: 'update', version: 2, before: { userTags: before }, after: { userTags: after } },
    });
    const history = async () => [
      change({ id: 'u1', name: 'Malee' }, ['returning', 'vip'], ['returning', 'vip', 'paid']),
      change(null, ['returning'], ['returning', 'vip'], 3),
    ];
    open(UserTags, { history }, { userTags: ['returning', 'vip', 'paid'] });
    const row = (tag: string) => screen.getByRole('row', { name: new RegExp(`^${tag}`) });
    await waitFor(() => expect(row('paid')).toHaveTextContent('paidMalee5 min ago'));
    expect(row('vip')).toHaveTextContent('vipBot3 h ago');
    expect(row('returning')).toHaveTextContent(/^returning$/);
  });
});

describe('ticket history', () => {
  it('shows an empty state', () => {
    open(TicketHistory, {});
    expect(screen.getByRole('heading', { name: 'No tickets' })).toBeInTheDocument();
  });
});

const message = (id: string, own: Partial<ConversationMessage>): ConversationMessage => ({
  ...{ id, at: '2026-11-21T05:00:00.000Z', source: 'USER', kind: 'message', type: 'text' },
  ...{ text: null, content: null, note: null, template: null },
  ...own,
});

describe('the conversation', () => {
  const first = [
    message('m4', { source: 'BOT', kind: 'undelivered', text: 'ค่ะ', note: 'The channel is not active' }),
    message('m3', {
      ...{ source: 'BOT', type: 'buttons', template: 'sizes', text: 'Which size?' },
      content: {
        type: 'template',
        altText: 'Sizes',
        template: { type: 'buttons', text: 'Which size?', actions: [{ label: 'Medium' }] },
      },
    }),
    message('m2', { type: 'sticker', at: '2026-11-20T05:00:00.000Z' }),
    message('m1b', { source: 'BOT', text: 'Hi', note: 'Nothing came back', at: '2026-11-20T04:30:00.000Z' }),
    message('m1', { kind: 'follow', at: '2026-11-20T04:00:00.000Z' }),
  ];

  it('shows messages as they were displayed, the newest first, by day', async () => {
    open(Conversation, { query: async () => first });
    const lines = await screen.findAllByRole('listitem');
    expect(lines[0]).toHaveTextContent(/^ค่ะNot delivered: The channel is not active · \d\d : \d\d$/);
    expect(lines[1]).toHaveTextContent(/^Which size\?Mediumsizes · /);
    expect(screen.getByText(/^Perhaps delivered: Nothing came back · /)).toBeInTheDocument();
    expect(screen.getByText('21 Nov 2026')).toBeInTheDocument();
    expect(screen.getByText('Sticker')).toBeInTheDocument();
    expect(screen.getByText(/^Followed · /)).toBeInTheDocument();
  });

  it('loads earlier messages, and updates with new ones', async () => {
    const rows = Array.from({ length: 31 }, (_, at) => message(`n${at}`, { text: `Hello ${at}` }));
    const ask = vi.fn(async (...[, , , { query }]: [unknown, unknown, unknown, { query: object }]) =>
      'cursorId' in query ? [message('older', { text: 'The first words' })] : rows,
    );
    const { user } = open(Conversation, { query: ask });
    expect(await screen.findByText('Hello 29')).toBeInTheDocument();
    expect(screen.queryByText('Hello 30')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Earlier messages' }));
    expect(await screen.findByText('The first words')).toBeInTheDocument();
    expect(ask.mock.calls[1]?.[3].query).toEqual({ take: 31, cursorId: 'n29', skip: 1 });
    rows.unshift(message('now', { text: 'Just now' }));
    act(() => dispatchMessage({ event: 'entity.changed', json: { entity: 'message' } }));
    expect(await screen.findByText('Just now')).toBeInTheDocument();
  });

  it('shows that there are no messages, and that they could not be loaded', async () => {
    open(Conversation, { query: async () => [] });
    expect(await screen.findByText(/No messages yet/)).toBeInTheDocument();
    open(Conversation, { query: () => Promise.reject(new HttpError('Please try again later', 500)) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});

describe('the rich menu seen now', () => {
  const menu = (id: string, own: object) => ({
    ...{ id, state: 'active', default: true, segment: null, chatBarText: 'Menu' },
    richmenu: { id: `r-${id}`, name: `Menu ${id}`, size: 'original', pattern: 'L1', image: null },
    ...own,
  });
  it('is shown with the reason, and with why the others are not shown', async () => {
    open(VisibleMenu, {
      resolveMenu: async () => ({
        winner: '1',
        verdicts: [
          { id: '1', reason: 'wins' },
          { id: '2', reason: 'segment-first' },
        ],
      }),
      channelMenus: async () => [
        menu('1', { default: false, segment: { id: 's', name: 'VIP' } }),
        menu('2', {}),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Menu 1' })).toBeInTheDocument();
    expect(screen.getByText('Shown: in VIP, the first that matches')).toBeInTheDocument();
    expect(screen.getByText('Why not the others (1)')).toBeInTheDocument();
  });

  it('takes no room where the channel cannot be read', async () => {
    const { container } = open(VisibleMenu, { getOne: () => Promise.reject(new Error('Not found')) });
    // Reserved until it is known.
    expect(container.querySelector('span')).not.toBeNull();
    await waitFor(() => expect(container.querySelector('span')).toBeNull());
  });

  it('takes no space on channels without one, and is not requested', async () => {
    const resolveMenu = vi.fn();
    const { container } = open(VisibleMenu, {
      getOne: async () => ({ data: { id: 'c1', type: 'FACEBOOK' } }),
      resolveMenu,
    });
    expect(container.querySelector('span')).not.toBeNull();
    await waitFor(() => expect(container.querySelector('span')).toBeNull());
    expect(resolveMenu).not.toHaveBeenCalled();
  });
});
