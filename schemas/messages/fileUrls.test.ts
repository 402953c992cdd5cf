import { expect, it } from 'vitest';
import { renderForChannel } from '../channels/render.ts';
import type { Message } from './types.ts';
import type { ChannelType } from '../channels/types.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const file = `/files/${ID}/a.png`;
const messages: Message[] = [
  { type: 'image', originalContentUrl: file, previewImageUrl: 'https://e.com/small.png' },
  {
    type: 'imagemap',
    altText: 'Map',
    imgUrl: file,
    baseSize: { width: 1040, height: 1040 },
    actions: [
      { x: 0, y: 0, width: 9, height: 9, action: { type: 'message', label: 'A', text: '/files/typed' } },
    ],
  },
  { type: 'flex', altText: 'Card', contents: { type: 'bubble', hero: { type: 'image', url: file } } },
];
const on = (channel: ChannelType, origin?: string | null) =>
  renderForChannel({ messages }, channel, { variables: new Map(), origin });

it('sends addresses of uploads with the origin of the services, and no others', () => {
  const { messages: sent, issues } = on('LINE', 'https://console.example/');
  expect(sent).toMatchObject([
    { originalContentUrl: `https://console.example${file}`, previewImageUrl: 'https://e.com/small.png' },
    { baseUrl: `https://console.example/files/${ID}`, actions: [{ text: '/files/typed' }] },
    { contents: { hero: { url: `https://console.example${file}` } } },
  ]);
  expect(issues.map(({ text }) => text).join()).not.toContain('PUBLIC_URL');
  expect(on('FACEBOOK', 'https://console.example').messages[0]).toEqual({
    attachment: { type: 'image', payload: { url: `https://console.example${file}`, is_reusable: true } },
  });
});

it.each([null, 'http://console.example'])('tells that %s reaches no upload', (origin) => {
  const urlIssues = on('LINE', origin).issues.filter(({ text }) => text.includes('PUBLIC_URL'));
  expect(urlIssues.map(({ pointer }) => pointer)).toEqual(['/messages/0', '/messages/1', '/messages/2']);
});

it('leaves them below the site for drawing', () => {
  expect(on('LINE').messages).toMatchObject([{ originalContentUrl: file }, { baseUrl: `/files/${ID}` }, {}]);
});
