import type { Action, Message } from '../client/types.ts';
import type { Words } from '../words.ts';
import { h, icon, linked, mediaAddress, type Child } from './dom.ts';

export interface Drawing {
  words: Words;
  /** Where addresses without a site lead. */
  origin: string;
  onAction: (action: Action) => void;
}

type Values = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' ? (value as Values) : {};
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.map(valuesOf) : []);

/**
 * How each type is drawn; `undefined` is none that web chat is sent. A type that the schema has and that has no entry here
 * fails the type check.
 */
const DRAWINGS: Record<Message['type'], ((message: Values, drawing: Drawing) => Child) | undefined> = {
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
  carousel: (message, drawing) => sideways(message, card, drawing),
  image_carousel: (message, drawing) => sideways(message, square, drawing),
  buttons: (message, drawing) => card(message, drawing),
  imagemap: undefined,
  flex: undefined,
};

/** What is drawn of a body that web chat is sent; of what it does not know, the words that stand for it. */
export function drawMessage(message: Values, drawing: Drawing): Child {
  const type = text(message['type']);
  const draw = Object.hasOwn(DRAWINGS, type) ? DRAWINGS[type as Message['type']] : undefined;
  if (draw) return draw(message, drawing);
  const instead = text(message['altText']) || text(message['text']);
  return instead === '' ? undefined : bubble(instead);
}

export const bubble = (words: string): HTMLElement =>
  h('div', { class: 'bubble', dir: 'auto' }, ...linked(words));

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

const card = (column: Values, drawing: Drawing): HTMLElement => {
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
      words === '' ? undefined : h('p', {}, ...linked(words)),
    ),
    ...listOf(column['actions']).map((action) => button(action as unknown as Action, drawing, 'row')),
  );
};

const square = (column: Values, drawing: Drawing): HTMLElement => {
  const action = valuesOf(column['action']) as unknown as Action;
  const made = button(action, drawing, 'square');
  made.prepend(picture(column['imageUrl'], '', drawing.origin, 'fill'));
  return made;
};

export function button(
  action: Action,
  { onAction }: Pick<Drawing, 'onAction'>,
  look: string,
): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: look, 'data-action': action.type, onclick: () => onAction(action) },
    h('span', { dir: 'auto' }, text(action.label)),
  );
}

/** Pixels from an end that count as the end. */
const NEAR = 8;

/** Cards side by side, with buttons for those who cannot swipe. */
function sideways(message: Values, draw: typeof card, drawing: Drawing): HTMLElement {
  const { words } = drawing;
  const cards = listOf(message['columns']).map((column) => draw(column, drawing));
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
  // Nothing stands over a card without need.
  const follow = (): void => {
    back.hidden = strip.scrollLeft < NEAR;
    on.hidden = strip.scrollWidth > 0 && strip.scrollLeft + strip.clientWidth > strip.scrollWidth - NEAR;
  };
  strip.addEventListener('scroll', follow, { passive: true });
  back.hidden = true;
  return h('div', { class: 'strip' }, strip, back, on);
}
