import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import '../pages.ts';

beforeAll(() =>
  Promise.all([import('./KeywordTrial.tsx'), import('../../resources/form/panels/FormPanels.tsx')]),
);

const TEMPLATES: Record<string, object> = {
  t1: {
    id: 't1',
    version: 1,
    name: 'silk_sale',
    messages: [{ type: 'text', text: 'Silk from {{price}} baht' }],
  },
  t2: { id: 't2', version: 1, name: 'opening', messages: [{ type: 'text', text: 'We open at nine' }] },
};
const dataProvider = {
  getOne: (_: string, { id }: { id: string }) =>
    TEMPLATES[id] ? Promise.resolve({ data: TEMPLATES[id] }) : Promise.reject(new Error('gone')),
  getMany: () => Promise.resolve({ data: [] }),
  getList: () =>
    Promise.resolve({ data: [{ id: 'v1', name: 'price', value: '240', scope: 'bot' }], total: 1 }),
  storedPicture: () => Promise.resolve(undefined),
};

const message = (template: string, ...keywords: string[]) => ({ template, keywords });
const topics = [
  { name: 'Silk', botMessages: [message('t1', 'Silk Sale', 'ผ้าไหม')] },
  {
    name: 'Hours',
    botMessages: [message('t2', 'open', 'silk  sale'), message('lost', 'map'), message('', 'later')],
  },
];

const trial = async (record: object = {}) => {
  const shown = await renderRecordForm(
    'chat-ad',
    { mode: 'edit', record: { id: 'a1', version: 1, name: 'Ads', active: true, topics, ...record } },
    dataProvider,
  );
  await shown.user.click(await screen.findByRole('button', { name: /^Try a keyword/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Try a keyword' });
  const input = await within(sheet).findByRole('textbox', { name: 'Try a keyword' });
  const say = async (text: string): Promise<void> => {
    await shown.user.clear(input);
    await shown.user.type(input, text);
  };
  return { ...shown, sheet: within(sheet), say };
};

describe('trying a keyword of a ChatAd', () => {
  it('shows a placeholder as long as there is no keyword', async () => {
    const { sheet } = await trial({ topics: [{ name: '', botMessages: [message('')] }] });
    expect(sheet.getByText('Your answer')).toBeInTheDocument();
  });

  it('shows the answer as LINE draws it, and its topic', async () => {
    const { sheet, say } = await trial();
    expect(sheet.getByText('See the reply to a keyword. Nothing is sent.')).toBeInTheDocument();
    // Before anything is typed: the answer to the first keyword.
    expect(await sheet.findByText('Silk from 240 baht')).toBeInTheDocument();
    await say('  ผ้าไหม ');
    expect(await sheet.findByText('Silk from 240 baht')).toBeInTheDocument();
    expect(sheet.getByText('silk_sale')).toBeInTheDocument();
    expect(sheet.getByText(/^Topic Silk/)).toBeInTheDocument();
    await say('OPEN');
    expect(await sheet.findByText('We open at nine')).toBeInTheDocument();
  });

  it('shows that an unknown keyword goes on to Chatlogic, and that a template is missing', async () => {
    const { sheet, say } = await trial();
    await say('ope');
    expect(sheet.getByText('No keyword matches. The message continues to Chatlogic.')).toBeInTheDocument();
    await say('map');
    expect(await sheet.findByRole('alert')).toHaveTextContent('The template could not be loaded.');
    await say('later');
    expect(await sheet.findByText('Template must be selected')).toBeInTheDocument();
  });

  it('shows where a keyword is used twice, and that nobody is answered while the ad is off', async () => {
    const { sheet, say } = await trial({
      active: false,
      topics: [...topics, { name: 'Again', botMessages: [message('t2', 'OPEN ')] }],
    });
    expect(sheet.getByText('It is not active, so nobody receives this reply.')).toBeInTheDocument();
    await say('open');
    expect(await sheet.findByText('“open” stands in 2 places: Hours, Again')).toBeInTheDocument();
  });
});
