import type { Message } from '../../schemas/messages/types.ts';

/** A card: of a carousel, or a text with its buttons. */
export interface Card {
  image?: string;
  title?: string;
  text?: string;
  buttons: string[];
}

/** An area of a picture, as shares of its width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a message looks, independent of the platform. */
export type MessageDrawing =
  | { kind: 'text'; text: string }
  | { kind: 'image'; address: string }
  | { kind: 'video'; preview?: string }
  | { kind: 'cards'; cards: Card[] }
  | { kind: 'pictures'; pictures: { address: string; label: string }[] }
  | { kind: 'areas'; address: string; shape: number; areas: Area[] }
  | { kind: 'flex'; contents: MessageBody };

export interface PhoneDrawing {
  messages: MessageDrawing[];
  /** Labels of the quick replies. */
  quickReplies: string[];
}

/** The body of one message in a platform's send request, or an object inside. */
export type MessageBody = Record<string, unknown>;

/** Readers of an untyped body; what is missing or of another type is empty. */
export const objectIn = (value: unknown): MessageBody =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as MessageBody) : {};
export const objectsIn = (value: unknown): MessageBody[] => (Array.isArray(value) ? value.map(objectIn) : []);
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const nonEmptyTextIn = (value: unknown): string | undefined => textIn(value) || undefined;
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Draws the console's own format, which web chat and custom channels receive. */
export function drawOwnFormat(bodies: MessageBody[]): PhoneDrawing {
  const quickReply = objectIn(objectIn(bodies.at(-1))['quickReply']);
  return {
    messages: bodies.flatMap(drawOwnMessage),
    quickReplies: labelsIn(quickReply['items']),
  };
}

const labelsIn = (actions: unknown): string[] => objectsIn(actions).map(({ label }) => textIn(label));

export const drawCard = (column: MessageBody, image: unknown = column['imageUrl']): Card => ({
  image: nonEmptyTextIn(image),
  title: nonEmptyTextIn(column['title']),
  text: textIn(column['text']),
  buttons: labelsIn(column['actions']),
});

export const drawPicture = (column: MessageBody): { address: string; label: string } => ({
  address: textIn(column['imageUrl']),
  label: textIn(objectIn(column['action'])['label']),
});

/** A message type of the schema without an entry here fails the type check. */
const DRAWINGS: Record<Message['type'], (message: MessageBody) => MessageDrawing> = {
  text: ({ text }) => ({ kind: 'text', text: textIn(text) }),
  image: ({ originalContentUrl }) => ({ kind: 'image', address: textIn(originalContentUrl) }),
  video: ({ previewImageUrl }) => ({ kind: 'video', preview: nonEmptyTextIn(previewImageUrl) }),
  carousel: ({ columns }) => ({
    kind: 'cards',
    cards: objectsIn(columns).map((column) => drawCard(column)),
  }),
  image_carousel: ({ columns }) => ({ kind: 'pictures', pictures: objectsIn(columns).map(drawPicture) }),
  buttons: (message) => ({ kind: 'cards', cards: [drawCard(message)] }),
  imagemap: drawImagemap,
  flex: ({ contents }) => ({ kind: 'flex', contents: objectIn(contents) }),
};

/** Draws one message of the console's own format; many of LINE's are alike. */
export function drawOwnMessage(message: MessageBody): MessageDrawing[] {
  const type = textIn(message['type']);
  return Object.hasOwn(DRAWINGS, type) ? [DRAWINGS[type as Message['type']](message)] : [];
}

function drawImagemap(message: MessageBody): MessageDrawing {
  const base = objectIn(message['baseSize']);
  const width = numberIn(base['width']) || 1040;
  const height = numberIn(base['height']) || 1040;
  const address = textIn(message['baseUrl']);
  return {
    kind: 'areas',
    address: address && `${address}/1040`,
    shape: width / height,
    areas: objectsIn(message['actions']).map((action) => {
      const area = objectIn(action['area'] ?? action);
      return {
        x: numberIn(area['x']) / width,
        y: numberIn(area['y']) / height,
        width: numberIn(area['width']) / width,
        height: numberIn(area['height']) / height,
      };
    }),
  };
}
