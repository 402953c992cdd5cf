import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { everyRight, renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import { entityByName } from '../../resources/product.ts';
import './index.ts';

// Forms fetch them on demand; here they are loaded from the start.
beforeAll(() =>
  Promise.all([
    import('./PhonePreview.tsx'),
    import('../../resources/form/panels/FormPanels.tsx'),
    import('../../resources/variables/VariableLookup.tsx'),
  ]),
);

const VARIABLES = [
  { id: 'v1', name: 'price', value: '240', scope: 'bot' },
  { id: 'v2', name: 'shop', value: 'Siam', scope: 'environment' },
];
const CHANNELS = [{ id: 'c1', name: 'Siam Lifestyle', type: 'LINE' }];
const dataProvider = {
  getList: (resource: string, { filter }: { filter: { name?: string[]; type?: string } }) => {
    const data =
      resource === 'channel'
        ? CHANNELS.filter(({ type }) => type === filter.type)
        : VARIABLES.filter(({ name }) => filter.name?.includes(name) ?? true);
    return Promise.resolve({ data, total: data.length });
  },
  storedPicture: () => Promise.resolve(undefined),
};

const say = (label: string): JsonObject => ({ type: 'message', label, text: label });
const url = 'https://e.com/a.png';

const NO_CHANNELS = {
  ...everyRight,
  actions: everyRight.actions.filter((action) => !action.startsWith('channel:')),
};

async function preview(
  messages: JsonObject[],
  record: JsonObject = {},
  provider = dataProvider,
  access = everyRight,
) {
  const shown = await renderRecordForm(
    'template',
    { mode: 'edit', record: { id: 't1', version: 1, name: 'abc', platform: 'multi', messages, ...record } },
    provider,
    access,
  );
  await shown.user.click(await screen.findByRole('button', { name: /^Preview/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Preview' });
  await within(sheet).findByRole('list', { name: 'How it is sent' });
  const on = async (channel: string): Promise<HTMLElement> => {
    await shown.user.click(within(sheet).getByRole('tab', { name: new RegExp(channel) }));
    return within(sheet).findByRole('region', { name: `As ${channel} shows it` });
  };
  const verdicts = (): string[] =>
    within(within(sheet).getByRole('list', { name: 'How it is sent' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
  return { ...shown, sheet, on, verdicts };
}

const CASES: [type: string, message: JsonObject, line: string, facebook: string, webchat: string][] = [
  ['text', { type: 'text', text: 'Hello {{price}}' }, 'Hello 240', 'Hello 240', 'Hello 240'],
  [
    'carousel',
    {
      type: 'carousel',
      altText: 'Cards',
      columns: [
        { text: 'First', actions: [say('Buy')] },
        { text: 'Hidden', isActive: false, actions: [say('No')] },
      ],
    },
    'FirstBuy',
    'FirstBuy',
    'FirstBuy',
  ],
  [
    'image carousel',
    { type: 'image_carousel', altText: 'Pictures', columns: [{ imageUrl: url, action: say('Look') }] },
    'Look',
    'LookLook',
    'Look',
  ],
  [
    'Option',
    { type: 'buttons', altText: 'a', text: 'Which?', actions: ['A', 'B', 'C', 'D'].map(say) },
    'Which?ABCD',
    'Which?ABC…D',
    'Which?ABCD',
  ],
  [
    'imagemap',
    {
      type: 'imagemap',
      altText: 'Map',
      imgUrl: url,
      baseUrl: 'https://e.com/map',
      baseSize: { width: 1040, height: 1040 },
      actions: [{ x: 0, y: 0, width: 520, height: 520, action: say('Shop') }],
    },
    '',
    'MapShop',
    'MapShop',
  ],
  [
    'Flex',
    {
      type: 'flex',
      altText: 'Receipt',
      contents: {
        type: 'bubble',
        body: {
          type: 'box',
          layout: 'vertical',
          contents: [
            { type: 'text', text: 'Total {{price}}' },
            { type: 'text', contents: [{ type: 'span', text: 'THB' }] },
            { type: 'button', action: { type: 'uri', label: 'Track', uri: url } },
            { type: 'unknown', text: 'never' },
          ],
        },
      },
    },
    'Total 240THBTrack',
    'Receipt',
    'Receipt',
  ],
];

describe('the phone preview', () => {
  it.each(CASES)('draws %s as each channel does', async (_, message, line, facebook, webchat) => {
    const { on } = await preview([message]);
    for (const [channel, text] of [
      ['LINE', line],
      ['Facebook', facebook],
      ['Webchat', webchat],
    ] as const) {
      const phone = await on(channel);
      await waitFor(() => expect(phone).toHaveTextContent(new RegExp(`^${text.replaceAll('?', '\\?')}$`)));
    }
  });

  it('updates with every key, marks unknown variables, and shows the compatibility', async () => {
    const { user, sheet, on, verdicts } = await preview([{ type: 'text', text: 'Hi' }], {
      quickReply: { items: [say('Yes'), { type: 'camera', label: 'Photo' }] },
    });
    await user.keyboard('{Escape}');
    await user.type(screen.getByLabelText(/^Text/, { selector: 'textarea' }), ' {{{{shop}}');
    await user.click(await screen.findByRole('button', { name: /^Preview/ }));
    await waitFor(async () => expect(await on('LINE')).toHaveTextContent('Hi Siam'));
    expect(within(sheet).getByRole('list', { name: 'Quick replies' })).toHaveTextContent('YesPhoto');
    await waitFor(() =>
      expect(verdicts()).toEqual([
        'LINESent as made. Quick replies show under the last message.',
        'FacebookQuick reply 2: Facebook quick replies cannot open the camera. Show',
        'WebchatQuick reply 2: Web chat quick replies cannot open the camera. Show',
      ]),
    );
    await user.keyboard('{Escape}');
    await user.type(screen.getByLabelText(/^Text/, { selector: 'textarea' }), ' {{{{nobody}}');
    await user.click(await screen.findByRole('button', { name: /^Preview/ }));
    await waitFor(async () => expect(await on('LINE')).toHaveTextContent('Hi Siam {{nobody}}'));
    expect(within(sheet).getByText('{{nobody}}')).toHaveAttribute('title', 'This variable has no value');
  });

  it('shows the name of the first channel of the type, or a generic one', async () => {
    const { sheet, on } = await preview([{ type: 'text', text: 'Hi' }]);
    await on('LINE');
    expect(await within(sheet).findByText('Siam Lifestyle')).toBeInTheDocument();
    await on('Facebook');
    expect(await within(sheet).findByText('Your account')).toBeInTheDocument();
    expect(within(sheet).queryByText('Siam Lifestyle')).toBeNull();
  });

  it('compares no channels until the form’s channel is chosen', async () => {
    const { user } = await renderRecordForm(
      'campaign',
      { model: { ...entityByName('campaign'), form: entityByName('template').form } },
      dataProvider,
    );
    await user.click(await screen.findByRole('button', { name: /Preview/ }));
    const sheet = within(await screen.findByRole('dialog', { name: /Preview/ }));
    expect(await sheet.findByText('Choose a channel to see how it arrives there.')).toBeInTheDocument();
    expect(sheet.queryByRole('tab')).toBeNull();
  });

  it('shows the name of the form’s channel', async () => {
    const { user } = await renderRecordForm(
      'campaign',
      {
        mode: 'edit',
        model: { ...entityByName('campaign'), form: entityByName('template').form },
        record: { id: 'b1', version: 1, name: 'Sale', channel: 'c2', content: 'written', messages: [] },
      },
      {
        ...dataProvider,
        getOne: () => Promise.resolve({ data: { id: 'c2', name: 'Siam VIP', type: 'LINE' } }),
        getMany: () => Promise.resolve({ data: [{ id: 'c2', name: 'Siam VIP', type: 'LINE' }] }),
      },
    );
    await user.click(await screen.findByRole('button', { name: /Preview/ }));
    const sheet = within(await screen.findByRole('dialog', { name: /Preview/ }));
    expect(await sheet.findByText('Siam VIP')).toBeInTheDocument();
    expect(sheet.queryByText('Siam Lifestyle')).toBeNull();
  });

  it('shows a generic name to people who may not read channels', async () => {
    const asked: string[] = [];
    const { sheet, on } = await preview(
      [{ type: 'text', text: 'Hi' }],
      {},
      {
        ...dataProvider,
        getList: (resource, options) => {
          asked.push(resource);
          return dataProvider.getList(resource, options);
        },
      },
      NO_CHANNELS,
    );
    await on('LINE');
    expect(await within(sheet).findByText('Your account')).toBeInTheDocument();
    expect(asked).not.toContain('channel');
  });

  it('checks again once the variables are loaded', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const late = {
      ...dataProvider,
      getList: (...asked: Parameters<typeof dataProvider.getList>) =>
        answered.then(() => dataProvider.getList(...asked)),
    };
    const { verdicts } = await preview([{ type: 'text', text: 'Hi {{nobody}}' }], {}, late);
    expect(verdicts()).toEqual(['All channelsSent as made.']);
    answer();
    await waitFor(() =>
      expect(verdicts()).toEqual([
        'All channelsText names a variable that does not exist. Needed before saving. Show',
      ]),
    );
  });

  it('shows an error before a loss, with a link to it', async () => {
    const flex: JsonObject = { type: 'flex', altText: '', contents: { type: 'bubble' } };
    const { user, sheet, verdicts } = await preview([{ type: 'text', text: 'Hi' }, flex], {
      platform: 'FACEBOOK',
    });
    expect(verdicts()[0]).toBe('All channelsStill to do: Message 2: Alt text. Show');
    await user.click(within(sheet).getByRole('button', { name: 'Show what this is about' }));
    await waitFor(() => expect(screen.getByLabelText(/^Alt text/)).toHaveFocus());
  });

  it('names the areas of an imagemap by letters, as the editor does', async () => {
    const action = { type: 'uri', label: 'Shop', uri: 'no address' };
    const { verdicts } = await preview([
      {
        type: 'imagemap',
        altText: 'Map',
        imgUrl: url,
        baseUrl: 'https://e.com/map',
        baseSize: { width: 1040, height: 1040 },
        actions: [
          { x: 0, y: 0, width: 520, height: 520, action: say('Hello') },
          { x: 520, y: 0, width: 520, height: 520, action },
        ],
      },
    ]);
    expect(verdicts()[0]).toMatch(/^All channelsArea B: /);
  });

  it('shows missing values as to do until they were edited or the form was submitted', async () => {
    const { user, verdicts } = await preview([]);
    expect(verdicts()).toEqual(['All channelsStill to do: Messages. Show']);
    expect(screen.queryAllByTitle('has faults')).toEqual([]);
    expect(screen.queryByText(/Please check completeness/)).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findAllByText(/Please check completeness/);
    await user.click(await screen.findByRole('button', { name: /^Preview/ }));
    expect(await screen.findAllByText(/Please check completeness\. Needed before saving\./)).toHaveLength(1);
  });
});
