import type { ChannelType } from '../../../schemas/channels/types.ts';

/** One card: of a carousel, or a text with its buttons. */
export interface Card {
  image?: string;
  title?: string;
  text?: string;
  buttons: string[];
}

/** A part of a picture, as shares of its width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What one message looks like, whatever platform it goes to. */
export type Drawn =
  | { kind: 'text'; text: string }
  | { kind: 'image'; address: string }
  | { kind: 'video'; preview?: string }
  | { kind: 'cards'; cards: Card[] }
  | { kind: 'pictures'; pictures: { address: string; label: string }[] }
  | { kind: 'areas'; address: string; shape: number; areas: Area[] }
  | { kind: 'flex'; contents: Values };

export interface Drawing {
  messages: Drawn[];
  quickReplies: string[];
}

type Values = Record<string, unknown>;

const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.map(valuesOf) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const some = (value: unknown): string | undefined => text(value) || undefined;
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/**
 * What people see of the bodies that a platform is sent (`schemas/messages`): the preview shows what goes out, not what
 * was written.
 */
export function drawingOf(type: ChannelType, messages: Values[]): Drawing {
  const last = valuesOf(messages.at(-1));
  if (type === 'FACEBOOK') {
    return {
      messages: messages.flatMap(fromFacebook),
      quickReplies: listOf(last['quick_replies']).map(({ title }) => text(title)),
    };
  }
  const items = listOf(valuesOf(last['quickReply'])['items']);
  return {
    messages: messages.flatMap(type === 'LINE' ? fromLine : fromOwn),
    quickReplies: items.map((item) => text((type === 'LINE' ? valuesOf(item['action']) : item)['label'])),
  };
}

const labels = (actions: unknown): string[] => listOf(actions).map(({ label }) => text(label));

function fromLine(message: Values): Drawn[] {
  if (message['type'] !== 'template') return fromOwn(message);
  const template = valuesOf(message['template']);
  const columns = listOf(template['columns']);
  switch (template['type']) {
    case 'carousel':
      return [{ kind: 'cards', cards: columns.map((column) => cardOf(column, column['thumbnailImageUrl'])) }];
    case 'image_carousel':
      return [{ kind: 'pictures', pictures: columns.map(pictureOf) }];
    default:
      return [{ kind: 'cards', cards: [cardOf(template)] }];
  }
}

const cardOf = (column: Values, image: unknown = column['imageUrl']): Card => ({
  image: some(image),
  title: some(column['title']),
  text: text(column['text']),
  buttons: labels(column['actions']),
});

const pictureOf = (column: Values): { address: string; label: string } => ({
  address: text(column['imageUrl']),
  label: text(valuesOf(column['action'])['label']),
});

/** What web chat and custom channels are given, and what LINE names alike. */
function fromOwn(message: Values): Drawn[] {
  const columns = listOf(message['columns']);
  switch (message['type']) {
    case 'text':
      return [{ kind: 'text', text: text(message['text']) }];
    case 'image':
      return [{ kind: 'image', address: text(message['originalContentUrl']) }];
    case 'video':
      return [{ kind: 'video', preview: some(message['previewImageUrl']) }];
    case 'carousel':
      return [{ kind: 'cards', cards: columns.map((column) => cardOf(column)) }];
    case 'image_carousel':
      return [{ kind: 'pictures', pictures: columns.map(pictureOf) }];
    case 'buttons':
      return [{ kind: 'cards', cards: [cardOf(message)] }];
    case 'imagemap':
      return [areasOf(message)];
    case 'flex':
      return [{ kind: 'flex', contents: valuesOf(message['contents']) }];
    default:
      return [];
  }
}

function areasOf(message: Values): Drawn {
  const base = valuesOf(message['baseSize']);
  const width = number(base['width']) || 1040;
  const height = number(base['height']) || 1040;
  const address = text(message['baseUrl']);
  return {
    kind: 'areas',
    address: address && `${address}/1040`,
    shape: width / height,
    areas: listOf(message['actions']).map((action) => {
      const area = valuesOf(action['area'] ?? action);
      return {
        x: number(area['x']) / width,
        y: number(area['y']) / height,
        width: number(area['width']) / width,
        height: number(area['height']) / height,
      };
    }),
  };
}

function fromFacebook(message: Values): Drawn[] {
  const attachment = valuesOf(message['attachment']);
  const payload = valuesOf(attachment['payload']);
  const titles = (buttons: unknown): string[] => listOf(buttons).map(({ title }) => text(title));
  if (attachment['type'] === 'image') return [{ kind: 'image', address: text(payload['url']) }];
  // Messenger makes its own picture of a film.
  if (attachment['type'] === 'video') return [{ kind: 'video' }];
  if (payload['template_type'] === 'button')
    return [{ kind: 'cards', cards: [{ text: text(payload['text']), buttons: titles(payload['buttons']) }] }];
  if (payload['template_type'] === 'generic') {
    const cards = listOf(payload['elements']).map((element) => ({
      image: some(element['image_url']),
      title: some(element['title']),
      text: some(element['subtitle']),
      buttons: titles(element['buttons']),
    }));
    return [{ kind: 'cards', cards }];
  }
  return [{ kind: 'text', text: text(message['text']) }];
}
