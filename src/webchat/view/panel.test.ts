import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { State } from '../client/conversation.ts';
import type { MessageContent } from '../client/types.ts';
import { wordsFor } from '../words.ts';
import { Panel } from './panel.ts';

const STILL: State = {
  name: 'Website chat',
  endedMessages: undefined,
  messages: [],
  hasEarlier: false,
  outbox: [],
  offline: false,
  isReplyExpected: false,
  unread: 0,
};
let sentContents: MessageContent[];
let retried: string[];
let earlier: number;
let isTaken: boolean;
let panel: Panel;
let root: ShadowRoot;

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.removeAttribute('open');
    this.dispatchEvent(new Event('close'));
  };
});
beforeEach(() => {
  [sentContents, retried, earlier, isTaken] = [[], [], 0, true];
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  root = host.attachShadow({ mode: 'open' });
  panel = new Panel({
    ...{ root, words: wordsFor('en'), origin: 'https://chat.example', isPage: false },
    onSend: (one) => isTaken && sentContents.push(one) > 0,
    onEarlier: () => (earlier += 1),
    onRetry: (id) => retried.push(id),
    onClose: () => undefined,
  });
  root.append(panel.element);
});

let count = 0;
const bot = (...messages: object[]): State['messages'] =>
  messages.map((message) => ({
    ...{ seq: ++count, id: `m${count}`, from: 'bot', at: '2026-11-22T00:00:00.000Z' },
    message: message as Record<string, unknown>,
  }));
const draw = (...messages: object[]): HTMLElement => {
  panel.draw({ ...STILL, messages: bot(...messages) });
  return panel.element.querySelector('.log')!;
};
const press = (label: string): void =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === label)!.click();

test('texts are not parsed as HTML, and only their web addresses are links', () => {
  const log = draw({
    type: 'text',
    text: '<img src=x onerror=alert(1)> ดูที่ https://shop.example/a?b=1. ขอบคุณ',
  });
  expect(log.querySelector('img')).toBeNull();
  expect(log.textContent).toContain('<img src=x onerror=alert(1)>');
  const link = log.querySelector('a')!;
  expect(link.href).toBe('https://shop.example/a?b=1');
  expect(link.rel).toContain('noopener');
});

test('every type of message is rendered, and an unknown one by its text', () => {
  const action = (label: string) => ({ type: 'message', id: label, label, text: label });
  const picture = 'https://shop.example/a.png';
  const log = draw(
    { type: 'image', originalContentUrl: picture, previewImageUrl: picture },
    { type: 'video', originalContentUrl: 'https://shop.example/a.mp4', previewImageUrl: picture },
    {
      type: 'carousel',
      altText: 'Shirts',
      columns: ['One', 'Two'].map((text) => ({
        title: `T ${text}`,
        text,
        imageUrl: picture,
        actions: [action(`Buy ${text}`)],
      })),
    },
    {
      type: 'image_carousel',
      altText: 'Pictures',
      columns: ['A', 'B'].map((label) => ({ imageUrl: picture, action: action(`See ${label}`) })),
    },
    { type: 'buttons', altText: 'alt', text: 'Which size?', actions: [action('S'), action('M')] },
    { type: 'hologram', altText: 'Something new' },
  );
  expect(log.querySelector('.media img')).toHaveAttribute('alt', 'Picture');
  expect(log.querySelector('video')).toHaveAttribute('src', 'https://shop.example/a.mp4');
  expect(log.querySelector('[aria-label="Shirts"]')?.querySelectorAll('.card')).toHaveLength(2);
  expect(log.textContent).toContain('Something new');
  for (const label of ['Buy Two', 'See B', 'M']) press(label);
  expect(sentContents).toEqual(['Buy Two', 'See B', 'M'].map((text) => ({ text })));
});

test('only web addresses are opened', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const log = draw(
    { type: 'image', originalContentUrl: 'javascript:alert(1)' },
    {
      type: 'buttons',
      text: 'Go',
      actions: [
        { type: 'uri', label: 'Bad', uri: 'javascript:alert(1)' },
        { type: 'uri', label: 'Good', uri: 'https://shop.example' },
      ],
    },
  );
  expect(log.querySelector('img')).toBeNull();
  press('Bad');
  expect(open).not.toHaveBeenCalled();
  press('Good');
  expect(open).toHaveBeenCalledWith('https://shop.example', '_blank', 'noopener,noreferrer');
});

test('an address with a popover opens in a dialog, and a date is chosen in one', () => {
  draw({
    type: 'buttons',
    text: 'Go',
    actions: [
      { type: 'uri', id: 'a', label: 'Size chart', uri: 'https://shop.example/sizes', isPopover: true },
      { type: 'datetimepicker', id: 'b', label: 'Book', mode: 'datetime' },
      { type: 'flow_action', id: 'c', label: 'Begin', flow: 'f', flowAction: 'x' },
    ],
  });
  press('Size chart');
  expect(root.querySelector('iframe')).toHaveAttribute('src', 'https://shop.example/sizes');
  root.querySelector('dialog')!.close();
  expect(root.querySelector('dialog')).toBeNull();
  press('Book');
  root.querySelector('dialog input')!.setAttribute('value', '');
  (root.querySelector('dialog input') as HTMLInputElement).value = '2026-12-01T09:30';
  root.querySelector('dialog form')!.dispatchEvent(new Event('submit'));
  press('Begin');
  expect(sentContents).toEqual([
    { tap: { action: 'b', label: '2026-12-01 09:30', value: '2026-12-01T09:30' } },
    { tap: { action: 'c', label: 'Begin' } },
  ]);
});

test('quick replies are below the last message until something is sent', () => {
  const quickReply = { items: [{ type: 'template_action', id: 'q1', label: 'Hours', templateName: 't' }] };
  const messages = bot({ type: 'text', text: 'Hello', quickReply });
  panel.draw({ ...STILL, messages });
  const group = root.querySelector('[role=group]')!;
  expect(group).toBeVisible();
  press('Hours');
  expect(sentContents).toEqual([{ tap: { action: 'q1', label: 'Hours' } }]);
  panel.draw({ ...STILL, messages, outbox: [{ id: 'o1', said: sentContents[0]!, at: 1 }] });
  expect(group).not.toBeVisible();
});

test('a message is rendered once, so that a screen reader announces it once', () => {
  const messages = bot({ type: 'text', text: 'Hello' });
  const outgoing = { id: 'o1', said: { text: 'Hi' }, at: 1 };
  panel.draw({ ...STILL, messages, outbox: [outgoing] });
  const [first] = panel.element.querySelector('.log')!.children;
  panel.draw({ ...STILL, messages, outbox: [{ ...outgoing, fault: 'Not sent' }], isReplyExpected: true });
  const log = panel.element.querySelector('.log')!;
  expect(log.children[0]).toBe(first);
  expect([...log.children].map(({ textContent }) => textContent)).toEqual([
    'Hello',
    'You: HiNot sent Try again',
    'Writing…',
  ]);
  press('Try again');
  expect(retried).toEqual(['o1']);
  panel.draw(STILL);
  expect(log.children).toHaveLength(0);
});

test('Enter sends, unless a word is being composed or Shift is held', () => {
  const input = root.querySelector('textarea')!;
  const type = (text: string, init: KeyboardEventInit = {}): void => {
    input.value = text;
    input.dispatchEvent(new Event('input'));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, ...init }));
  };
  type('  ');
  type('น้ำ', { isComposing: true });
  type('line', { shiftKey: true });
  expect(sentContents).toEqual([]);
  type(' น้ำ ');
  expect(sentContents).toEqual([{ text: 'น้ำ' }]);
  expect(input.value).toBe('');
});

test('a text that is too long or refused stays in the input, with the reason', () => {
  const input = root.querySelector('textarea')!;
  const send = root.querySelector<HTMLButtonElement>('.go')!;
  const status = root.querySelector('[role=status]')!;
  const write = (text: string): void => {
    input.value = text;
    input.dispatchEvent(new Event('input'));
  };
  const enter = () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
  write('ก'.repeat(2_400));
  enter();
  expect(status).toHaveTextContent('The message is too long (2400/2000)');
  expect(send.disabled).toBe(true);
  expect([sentContents, input.value.length]).toEqual([[], 2_400]);
  write('ก'.repeat(2_000));
  expect(status).toHaveTextContent('');
  enter();
  expect(sentContents).toEqual([{ text: 'ก'.repeat(2_000) }]);
  isTaken = false;
  write('one more');
  enter();
  expect(status).toHaveTextContent('Too many messages wait to be sent. Please wait until they are.');
  expect(input.value).toBe('one more');
});

test('earlier messages are offered, and an ended conversation stays above the next one', () => {
  const [old, now] = [bot({ type: 'text', text: 'Old' }), bot({ type: 'text', text: 'Now' })];
  panel.draw({ ...STILL, messages: now, hasEarlier: true });
  const log = root.querySelector('.log')!;
  expect(log.textContent).toBe('Earlier messages are not shown. Show earlier messagesNow');
  press('Show earlier messages');
  expect(earlier).toBe(1);
  panel.draw({ ...STILL, endedMessages: old, messages: now });
  expect(log.textContent).toBe('OldThe earlier conversation has ended. A new one starts here.Now');
});
