import type { State } from '../client/conversation.ts';
import type { Action, ChatMessage, OutboxMessage, MessageContent } from '../client/types.ts';
import type { Words } from '../words.ts';
import { askMoment, openPage } from './dialog.ts';
import { h, icon, safeAddress, type Child } from './dom.ts';
import { bubble, button, drawMessage, type Drawing } from './message.ts';

/** UTF-16 units of a message of a person. */
const MOST_LETTERS = 2_000;
/** Pixels from the end of the conversation within which it is followed. */
const NEAR = 80;

export interface PanelParts {
  root: ShadowRoot;
  words: Words;
  origin: string;
  /** The chat is the whole page and cannot be closed. */
  isPage: boolean;
  /** @returns whether it was taken; not where too much waits to be sent */
  onSay: (said: MessageContent) => boolean;
  onEarlier: () => void;
  onRetry: (id: string) => void;
  onClose: () => void;
}

/** The open chat: its conversation, what is suggested, and where to write. */
export class Panel {
  readonly element: HTMLElement;
  private readonly title = h('h2', {});
  private readonly log: HTMLElement;
  private readonly quick: HTMLElement;
  private readonly status = h('div', { class: 'status', role: 'status' });
  private readonly input: HTMLTextAreaElement;
  private readonly go: HTMLButtonElement;
  private readonly dots: HTMLElement;
  private readonly earlier: HTMLElement;
  private readonly ended: HTMLElement;
  /** What the person is told of what was not taken. */
  private notice = '';
  /** What is told of the chat itself. */
  private told = '';
  /** What is drawn, by id. */
  private readonly turns = new Map<string, { element: HTMLElement; told: string }>();
  private suggested = '';

  constructor(private readonly parts: PanelParts) {
    const { words, isPage, onClose, onEarlier } = parts;
    this.earlier = h(
      'div',
      { class: 'mark' },
      words.say('missed'),
      ' ',
      h('button', { type: 'button', onclick: onEarlier }, words.say('earlier')),
    );
    this.ended = h('div', { class: 'mark' }, words.say('ended'));
    this.dots = h(
      'div',
      { class: 'turn' },
      h('span', { class: 'hidden' }, words.say('typing')),
      h('div', { class: 'bubble dots' }, h('i'), h('i'), h('i')),
    );
    this.log = h('div', { class: 'log', role: 'log', tabindex: 0, 'aria-label': words.say('log') });
    this.quick = h('div', { class: 'quick', role: 'group', 'aria-label': words.say('suggested') });
    this.go = h('button', { class: 'go', 'aria-label': words.say('send'), disabled: true }, icon('send'));
    this.input = h('textarea', {
      rows: 1,
      placeholder: words.say('write'),
      'aria-label': words.say('write'),
      dir: 'auto',
      enterkeyhint: 'send',
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event as KeyboardEvent),
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
      this.go,
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
    const follows = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR;
    this.title.textContent = name || words.say('chat');
    this.element.setAttribute('aria-label', name || words.say('chat'));
    this.told = closedReason ?? (offline ? words.say('offline') : '');
    this.tell();
    const wanted = [
      ...(endedMessages ?? []).map((kept) => this.turn(kept)),
      ...(endedMessages ? [this.ended] : []),
      ...(hasEarlier ? [this.earlier] : []),
      ...messages.map((kept) => this.turn(kept)),
      ...outbox.map((waiting) => this.waiting(waiting)),
      ...(isReplyExpected ? [this.dots] : []),
    ];
    if (!endedMessages) this.ended.remove();
    if (!hasEarlier) {
      if (this.earlier.contains(this.parts.root.activeElement)) this.log.focus();
      this.earlier.remove();
    }
    const keys = new Set([...(endedMessages ?? []), ...messages, ...outbox].map(({ id }) => id));
    for (const [id, { element }] of this.turns) {
      if (keys.has(id)) continue;
      this.turns.delete(id);
      element.remove();
    }
    if (!isReplyExpected) this.dots.remove();
    // Only what is new is put in, so that a screen reader is told of that alone.
    wanted.forEach((element, place) => {
      if (this.log.children[place] !== element)
        this.log.insertBefore(element, this.log.children[place] ?? null);
    });
    this.suggest(outbox.length > 0 ? undefined : messages.at(-1));
    if (follows) this.log.scrollTop = this.log.scrollHeight;
  }

  private readonly drawing = (): Drawing => ({
    words: this.parts.words,
    origin: this.parts.origin,
    onAction: (action) => this.act(action),
  });

  /** The element of a turn, made once for what it says. */
  private once(id: string, told: string, make: () => HTMLElement): HTMLElement {
    const known = this.turns.get(id);
    if (known?.told === told) return known.element;
    const element = make();
    known?.element.replaceWith(element);
    this.turns.set(id, { element, told });
    return element;
  }

  private turn({ id, from, message }: ChatMessage): HTMLElement {
    if (from === 'person') return this.own(id, message as unknown as MessageContent);
    return this.once(id, 'bot', () => h('div', { class: 'turn' }, drawMessage(message, this.drawing())));
  }

  private own(id: string, said: MessageContent, note?: Child, look = ''): HTMLElement {
    const { words } = this.parts;
    const text = 'tap' in said ? said.tap.label : said.text;
    return this.once(id, `own ${look}`, () =>
      h(
        'div',
        { class: `turn own ${look}` },
        h('span', { class: 'hidden' }, `${words.say('you')}: `),
        bubble(text),
        note,
      ),
    );
  }

  private waiting({ id, said, fault }: OutboxMessage): HTMLElement {
    const { words, onRetry } = this.parts;
    if (fault === undefined) return this.own(id, said, undefined, 'waiting');
    const again = h('button', { type: 'button', onclick: () => onRetry(id) }, words.say('retry'));
    return this.own(
      id,
      said,
      h('span', { class: 'note bad', role: 'alert' }, fault, ' ', again),
      `refused ${fault}`,
    );
  }

  /** Quick replies stand below the last message, until something is said. */
  private suggest(last: ChatMessage | undefined): void {
    const { items } =
      ((last?.from === 'bot' ? last.message['quickReply'] : undefined) as { items?: Action[] }) ?? {};
    const told = items && last ? last.id : '';
    if (told === this.suggested) return;
    this.suggested = told;
    const hadFocus = this.quick.contains(this.parts.root.activeElement);
    this.quick.hidden = told === '';
    this.quick.replaceChildren(...(items ?? []).map((action) => button(action, this.drawing(), '')));
    if (hadFocus) this.input.focus();
  }

  /** Does what an action says; what the bot is to do is said to it. */
  private act(action: Action): void {
    const { root, words } = this.parts;
    const act = Object.hasOwn(ACTS, action.type) ? ACTS[action.type] : undefined;
    (act as Act<Action> | undefined)?.(action, { root, words, say: (said) => void this.say(said) });
  }

  private key(event: KeyboardEvent): void {
    // While a word is being composed, Enter belongs to the keyboard; Safari tells of its last one by the code alone.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.submit();
  }

  private submit(): void {
    const text = this.input.value.trim();
    if (text === '' || text.length > MOST_LETTERS) return;
    if (!this.say({ text })) return;
    this.input.value = '';
    this.typed();
    this.log.scrollTop = this.log.scrollHeight;
    this.input.focus();
  }

  /** @returns whether it was taken; else it is said why not */
  private say(said: MessageContent): boolean {
    const isTaken = this.parts.onSay(said);
    this.notice = isTaken ? '' : this.parts.words.say('full');
    this.tell();
    return isTaken;
  }

  private typed(): void {
    const { length } = this.input.value.trim();
    const isTooLong = length > MOST_LETTERS;
    this.notice = isTooLong ? this.parts.words.say('tooLong', { length, most: MOST_LETTERS }) : '';
    this.input.setAttribute('aria-invalid', String(isTooLong));
    this.go.disabled = length === 0 || isTooLong;
    this.tell();
    this.grow();
  }

  private tell(): void {
    this.status.textContent = [this.notice, this.told].filter(Boolean).join(' ');
  }

  private grow(): void {
    this.input.style.height = '';
    if (this.input.value.includes('\n') || this.input.scrollHeight > this.input.clientHeight)
      this.input.style.height = `${this.input.scrollHeight + 2}px`;
  }
}

interface Chat extends Pick<PanelParts, 'root' | 'words'> {
  say(said: MessageContent): void;
}
type Act<Own extends Action> = (action: Own, chat: Chat) => void;

const tellBot: Act<Action> = ({ id = '', label }, { say }) => say({ tap: { action: id, label } });

/**
 * What a tap does; `undefined` is for those that web chat is not sent. A type that the schema has and that has no entry
 * here fails the type check.
 */
const ACTS: { [Type in Action['type']]: Act<Extract<Action, { type: Type }>> | undefined } = {
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
    askMoment(root, label, mode ?? 'datetime', words, (value) =>
      say({ tap: { action: id, label: words.moment(value), value } }),
    ),
  template_action: tellBot,
  flow_action: tellBot,
  camera: undefined,
  location: undefined,
};
