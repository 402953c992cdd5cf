import type { Action, Message } from '../client/types.ts';
import type { Words } from '../words.ts';
import { h, icon, linkify, mediaAddress, type Child } from './dom.ts';

export interface DrawOptions {
  words: Words;
  /** Base of relative addresses. */
  origin: string;
  onAction: (action: Action) => void;
}

type Values = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const toValues = (value: unknown): Values =>
  value !== null && typeof value === 'object' ? (value as Values) : {};
const toList = (value: unknown): Values[] => (Array.isArray(value) ? value.map(toValues) : []);

/**
 * Renders each type of message; `undefined` for types that web chat never receives. A type of the schema without an entry
 * here fails the type check.
 */
const DRAWINGS: Record<Message['type'], ((message: Values, drawing: DrawOptions) => Child) | undefined> = {
  text: (message) => bubble(text(message['text'])),
  image: (message, { words, origin }) =>
    picture(message['originalContentUrl'], words.say('picture'), origin, 'media'),
  video: (message, { words, origin }) =>
    h('video', {
      class: 'media',
      controls: true,
      preload: 'none',
      playsinline: true,
      'aria-label': words.say('video'),
      src: mediaAddress(message['originalContentUrl'], origin),
      poster: mediaAddress(message['previewImageUrl'], origin),
    }),
  carousel: (message, drawing) => carousel(message, card, drawing),
  image_carousel: (message, drawing) => carousel(message, square, drawing),
  buttons: (message, drawing) => card(message, drawing),
  imagemap: undefined,
  flex: undefined,
};

/** Renders a body for web chat; an unknown one by its alternative text. */
export function drawMessage(message: Values, drawing: DrawOptions): Child {
  const type = text(message['type']);
  const draw = Object.hasOwn(DRAWINGS, type) ? DRAWINGS[type as Message['type']] : undefined;
  if (draw) return draw(message, drawing);
  const fallback = text(message['altText']) || text(message['text']);
  return fallback === '' ? undefined : bubble(fallback);
}

export const bubble = (words: string): HTMLElement =>
  h('div', { class: 'bubble', dir: 'auto' }, ...linkify(words));

function picture(address: unknown, alt: string, origin: string, look: string): HTMLElement {
  const src = mediaAddress(address, origin);
  const frame = h('span', { class: `picture ${look}` });
  if (src !== undefined)
    frame.append(
      h('img', {
        ...{ src, alt, loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' },
        onerror: (event) => (event.target as HTMLElement).remove(),
      }),
    );
  return frame;
}

const card = (column: Values, drawing: DrawOptions): HTMLElement => {
  const title = text(column['title']);
  const words = text(column['text']);
  return h(
    'div',
    { class: 'card' },
    column['imageUrl'] ? picture(column['imageUrl'], '', drawing.origin, 'wide') : undefined,
    h(
      'div',
      { class: 'said', dir: 'auto' },
      title === '' ? undefined : h('b', {}, title),
      words === '' ? undefined : h('p', {}, ...linkify(words)),
    ),
    ...toList(column['actions']).map((action) => button(action as unknown as Action, drawing, 'row')),
  );
};

const square = (column: Values, drawing: DrawOptions): HTMLElement => {
  const action = toValues(column['action']) as unknown as Action;
  const element = button(action, drawing, 'square');
  element.prepend(picture(column['imageUrl'], '', drawing.origin, 'fill'));
  return element;
};

export function button(
  action: Action,
  { onAction }: Pick<DrawOptions, 'onAction'>,
  look: string,
): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: look, 'data-action': action.type, onclick: () => onAction(action) },
    h('span', { dir: 'auto' }, text(action.label)),
  );
}

/** Distance from an end that counts as the end, in pixels. */
const END_TOLERANCE_PX = 8;

/** Cards side by side, with buttons to scroll without swiping. */
function carousel(message: Values, draw: typeof card, drawing: DrawOptions): HTMLElement {
  const { words } = drawing;
  const cards = toList(message['columns']).map((column) => draw(column, drawing));
  if (cards.length < 2) return h('div', { class: 'cards' }, ...cards);
  const strip = h(
    'div',
    {
      class: 'cards',
      role: 'group',
      tabindex: 0,
      'aria-label': text(message['altText']) || words.say('cards', { count: cards.length }),
    },
    ...cards,
  );
  const move = (by: number, label: string): HTMLElement =>
    h(
      'button',
      {
        type: 'button',
        class: `move ${by < 0 ? 'back' : 'on'}`,
        'aria-label': label,
        onclick: () => strip.scrollBy({ left: by * strip.clientWidth * 0.8, behavior: 'smooth' }),
      },
      icon(by < 0 ? 'left' : 'right'),
    );
  const [back, on] = [move(-1, words.say('previous')), move(1, words.say('next'))];
  // A button is hidden where it would scroll no further.
  const updateButtons = (): void => {
    back.hidden = strip.scrollLeft < END_TOLERANCE_PX;
    on.hidden =
      strip.scrollWidth > 0 && strip.scrollLeft + strip.clientWidth > strip.scrollWidth - END_TOLERANCE_PX;
  };
  strip.addEventListener('scroll', updateButtons, { passive: true });
  back.hidden = true;
  return h('div', { class: 'strip' }, strip, back, on);
}
