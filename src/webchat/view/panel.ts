import type { State } from '../client/conversation.ts';
import type { Action, ChatMessage, OutboxMessage, MessageContent } from '../client/types.ts';
import type { Words } from '../words.ts';
import { openDateTimeDialog, openPage } from './dialog.ts';
import { h, icon, safeAddress, type Child } from './dom.ts';
import { bubble, button, drawMessage, type DrawOptions } from './message.ts';

/** Largest length of a person's message, in UTF-16 units. */
const MAX_MESSAGE_UNITS = 2_000;
/** Distance from the end of the log, in pixels, within which it scrolls with new messages. */
const FOLLOW_DISTANCE_PX = 80;

export interface PanelOptions {
  root: ShadowRoot;
  words: Words;
  origin: string;
  /** The chat is the whole page and cannot be closed. */
  isPage: boolean;
  /** @returns whether it was accepted; false where the outbox is full */
  onSend: (said: MessageContent) => boolean;
  onEarlier: () => void;
  onRetry: (id: string) => void;
  onClose: () => void;
}

/** The open chat: messages, quick replies, and the input. */
export class Panel {
  readonly element: HTMLElement;
  private readonly title = h('h2', {});
  private readonly log: HTMLElement;
  private readonly quick: HTMLElement;
  private readonly status = h('div', { class: 'status', role: 'status' });
  private readonly input: HTMLTextAreaElement;
  private readonly sendButton: HTMLButtonElement;
  private readonly typingIndicator: HTMLElement;
  private readonly earlier: HTMLElement;
  private readonly ended: HTMLElement;
  /** Why the last input was not accepted. */
  private notice = '';
  /** The state of the chat itself. */
  private statusText = '';
  /** Rendered messages by id; `variant` is what their element depends on. */
  private readonly rendered = new Map<string, { element: HTMLElement; variant: string }>();
  private quickRepliesOf = '';

  constructor(private readonly parts: PanelOptions) {
    const { words, isPage, onClose, onEarlier } = parts;
    this.earlier = h(
      'div',
      { class: 'mark' },
      words.say('missed'),
      ' ',
      h('button', { type: 'button', onclick: onEarlier }, words.say('earlier')),
    );
    this.ended = h('div', { class: 'mark' }, words.say('ended'));
    this.typingIndicator = h(
      'div',
      { class: 'turn' },
      h('span', { class: 'hidden' }, words.say('typing')),
      h('div', { class: 'bubble dots' }, h('i'), h('i'), h('i')),
    );
    this.log = h('div', { class: 'log', role: 'log', tabindex: 0, 'aria-label': words.say('log') });
    this.quick = h('div', { class: 'quick', role: 'group', 'aria-label': words.say('suggested') });
    this.sendButton = h(
      'button',
      { class: 'go', 'aria-label': words.say('send'), disabled: true },
      icon('send'),
    );
    this.input = h('textarea', {
      rows: 1,
      placeholder: words.say('write'),
      'aria-label': words.say('write'),
      dir: 'auto',
      enterkeyhint: 'send',
      oninput: () => this.onInput(),
      onkeydown: (event) => this.onKeyDown(event as KeyboardEvent),
    });
    const form = h(
      'form',
      {
        class: 'write',
        onsubmit: (event) => {
          event.preventDefault();
          this.submit();
        },
      },
      this.input,
      this.sendButton,
    );
    this.element = h(
      'section',
      {
        class: isPage ? 'panel full' : 'panel',
        role: isPage ? 'region' : 'dialog',
        'aria-label': words.say('chat'),
        onkeydown: (event) => {
          if ((event as KeyboardEvent).key === 'Escape' && !isPage) onClose();
        },
      },
      h(
        'header',
        {},
        this.title,
        isPage
          ? undefined
          : h(
              'button',
              { type: 'button', class: 'plain', 'aria-label': words.say('close'), onclick: onClose },
              icon('close'),
            ),
      ),
      this.log,
      this.quick,
      this.status,
      form,
    );
  }

  focus(): void {
    this.input.focus();
    this.log.scrollTop = this.log.scrollHeight;
  }

  draw({
    name,
    endedMessages,
    messages,
    hasEarlier,
    outbox,
    offline,
    closedReason,
    isReplyExpected,
  }: State): void {
    const { words } = this.parts;
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < FOLLOW_DISTANCE_PX;
    this.title.textContent = name || words.say('chat');
    this.element.setAttribute('aria-label', name || words.say('chat'));
    this.statusText = closedReason ?? (offline ? words.say('offline') : '');
    this.renderStatus();
    const elements = [
      ...(endedMessages ?? []).map((message) => this.renderMessage(message)),
      ...(endedMessages ? [this.ended] : []),
      ...(hasEarlier ? [this.earlier] : []),
      ...messages.map((message) => this.renderMessage(message)),
      ...outbox.map((message) => this.renderOutboxMessage(message)),
      ...(isReplyExpected ? [this.typingIndicator] : []),
    ];
    if (!endedMessages) this.ended.remove();
    if (!hasEarlier) {
      if (this.earlier.contains(this.parts.root.activeElement)) this.log.focus();
      this.earlier.remove();
    }
    const keys = new Set([...(endedMessages ?? []), ...messages, ...outbox].map(({ id }) => id));
    for (const [id, { element }] of this.rendered) {
      if (keys.has(id)) continue;
      this.rendered.delete(id);
      element.remove();
    }
    if (!isReplyExpected) this.typingIndicator.remove();
    // Only new elements are inserted, so that a screen reader announces only those.
    elements.forEach((element, index) => {
      if (this.log.children[index] !== element)
        this.log.insertBefore(element, this.log.children[index] ?? null);
    });
    this.renderQuickReplies(outbox.length > 0 ? undefined : messages.at(-1));
    if (isAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  private readonly drawing = (): DrawOptions => ({
    words: this.parts.words,
    origin: this.parts.origin,
    onAction: (action) => this.runAction(action),
  });

  /** The element of a message, created once for each variant. */
  private renderOnce(id: string, variant: string, create: () => HTMLElement): HTMLElement {
    const existing = this.rendered.get(id);
    if (existing?.variant === variant) return existing.element;
    const element = create();
    existing?.element.replaceWith(element);
    this.rendered.set(id, { element, variant });
    return element;
  }

  private renderMessage({ id, from, message }: ChatMessage): HTMLElement {
    if (from === 'person') return this.renderOwnMessage(id, message as unknown as MessageContent);
    return this.renderOnce(id, 'bot', () =>
      h('div', { class: 'turn' }, drawMessage(message, this.drawing())),
    );
  }

  private renderOwnMessage(id: string, said: MessageContent, note?: Child, look = ''): HTMLElement {
    const { words } = this.parts;
    const text = 'tap' in said ? said.tap.label : said.text;
    return this.renderOnce(id, `own ${look}`, () =>
      h(
        'div',
        { class: `turn own ${look}` },
        h('span', { class: 'hidden' }, `${words.say('you')}: `),
        bubble(text),
        note,
      ),
    );
  }

  private renderOutboxMessage({ id, said, fault }: OutboxMessage): HTMLElement {
    const { words, onRetry } = this.parts;
    if (fault === undefined) return this.renderOwnMessage(id, said, undefined, 'waiting');
    const retryButton = h('button', { type: 'button', onclick: () => onRetry(id) }, words.say('retry'));
    return this.renderOwnMessage(
      id,
      said,
      h('span', { class: 'note bad', role: 'alert' }, fault, ' ', retryButton),
      `refused ${fault}`,
    );
  }

  /** Renders quick replies below the last message, until something is sent. */
  private renderQuickReplies(last: ChatMessage | undefined): void {
    const { items } =
      ((last?.from === 'bot' ? last.message['quickReply'] : undefined) as { items?: Action[] }) ?? {};
    const id = items && last ? last.id : '';
    if (id === this.quickRepliesOf) return;
    this.quickRepliesOf = id;
    const hadFocus = this.quick.contains(this.parts.root.activeElement);
    this.quick.hidden = id === '';
    this.quick.replaceChildren(...(items ?? []).map((action) => button(action, this.drawing(), '')));
    if (hadFocus) this.input.focus();
  }

  /** Runs an action; one for the bot is sent as a tap. */
  private runAction(action: Action): void {
    const { root, words } = this.parts;
    const act = Object.hasOwn(ACTS, action.type) ? ACTS[action.type] : undefined;
    (act as ActionHandler<Action> | undefined)?.(action, { root, words, say: (said) => void this.say(said) });
  }

  private onKeyDown(event: KeyboardEvent): void {
    // During a composition, Enter belongs to the input method; Safari marks its last one only by the key code.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.submit();
  }

  private submit(): void {
    const text = this.input.value.trim();
    if (text === '' || text.length > MAX_MESSAGE_UNITS) return;
    if (!this.say({ text })) return;
    this.input.value = '';
    this.onInput();
    this.log.scrollTop = this.log.scrollHeight;
    this.input.focus();
  }

  /** @returns whether it was accepted; else the status shows why not */
  private say(said: MessageContent): boolean {
    const isAccepted = this.parts.onSend(said);
    this.notice = isAccepted ? '' : this.parts.words.say('full');
    this.renderStatus();
    return isAccepted;
  }

  private onInput(): void {
    const { length } = this.input.value.trim();
    const isTooLong = length > MAX_MESSAGE_UNITS;
    this.notice = isTooLong ? this.parts.words.say('tooLong', { length, most: MAX_MESSAGE_UNITS }) : '';
    this.input.setAttribute('aria-invalid', String(isTooLong));
    this.sendButton.disabled = length === 0 || isTooLong;
    this.renderStatus();
    this.resizeInput();
  }

  private renderStatus(): void {
    this.status.textContent = [this.notice, this.statusText].filter(Boolean).join(' ');
  }

  private resizeInput(): void {
    this.input.style.height = '';
    if (this.input.value.includes('\n') || this.input.scrollHeight > this.input.clientHeight)
      this.input.style.height = `${this.input.scrollHeight + 2}px`;
  }
}

interface Chat extends Pick<PanelOptions, 'root' | 'words'> {
  say(said: MessageContent): void;
}
type ActionHandler<Own extends Action> = (action: Own, chat: Chat) => void;

const sendTap: ActionHandler<Action> = ({ id = '', label }, { say }) => say({ tap: { action: id, label } });

/**
 * Handlers of actions; `undefined` for types that web chat never receives. A type of the schema without an entry here fails
 * the type check.
 */
const ACTS: { [Type in Action['type']]: ActionHandler<Extract<Action, { type: Type }>> | undefined } = {
  message: ({ text }, { say }) => say({ text }),
  uri({ uri, label, isPopover }, { root, words }) {
    const address = safeAddress(uri);
    if (address === undefined) return;
    if (isPopover === true && /^https?:/i.test(address)) openPage(root, label, address, words);
    else globalThis.open(address, '_blank', 'noopener,noreferrer');
  },
  call_action: ({ phoneNumber }) =>
    globalThis.location.assign(`tel:${phoneNumber.replaceAll(/[^+\d*#]/g, '')}`),
  datetimepicker: ({ id = '', label, mode }, { root, words, say }) =>
    openDateTimeDialog(root, label, mode ?? 'datetime', words, (value) =>
      say({ tap: { action: id, label: words.formatMoment(value), value } }),
    ),
  template_action: sendTap,
  flow_action: sendTap,
  camera: undefined,
  location: undefined,
};
