import type { InboundEvent } from '../types.ts';
import {
  addressOf,
  eventKeyOf,
  listOf,
  MAX_ID_UNITS,
  numberOf,
  textOf,
  timeOf,
  valuesOf,
  type Values,
} from '../payload.ts';

/** What Facebook tells of one page; echoes, receipts and other pages are passed over. */
export function eventsOfFacebook(body: unknown, pageId: string): InboundEvent[] {
  return listOf(valuesOf(body)['entry'])
    .filter(({ id }) => textOf(id) === pageId)
    .flatMap(({ messaging }) => listOf(messaging).flatMap(eventsOf));
}

function eventsOf(item: Values): InboundEvent[] {
  const person = textOf(valuesOf(item['sender'])['id'], MAX_ID_UNITS);
  const at = timeOf(item['timestamp']);
  if (person === '' || !at) return [];
  const base = { at, person, kind: 'message' } as const;
  const postback = valuesOf(item['postback']);
  if (item['postback'] !== undefined)
    return [
      {
        ...base,
        key: eventKeyOf(postback['mid']) || `postback/${person}/${at.getTime()}`,
        type: 'postback',
        text: textOf(postback['title'], 300),
        payload: textOf(postback['payload'], 1_000),
      },
    ];
  const message = valuesOf(item['message']);
  const key = eventKeyOf(message['mid']);
  if (key === '' || message['is_echo'] === true) return [];
  // Apart by a millisecond, so that they stay in their order.
  return partsOf(message).map((part, place) => ({
    ...base,
    ...part,
    at: new Date(at.getTime() + place),
    key: place === 0 ? key : `${key.slice(0, MAX_ID_UNITS - 4)}/${place}`,
  }));
}

const TYPES: Record<string, InboundEvent['type']> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
  location: 'location',
};
/** Attachments of one message that are taken; Messenger sends no more at once. */
const MAX_ATTACHMENTS = 30;

type Part = Pick<InboundEvent, 'type'> & Partial<InboundEvent>;

/** What a message is made of: its text, and each of its attachments. */
function partsOf(message: Values): Part[] {
  const text = textOf(message['text']);
  const payload = textOf(valuesOf(message['quick_reply'])['payload'], 1_000);
  // A tapped quick reply comes as the words that stand on it, with what it sends back.
  const said: Part[] =
    text === ''
      ? []
      : [payload === '' ? { type: 'text', text } : { type: 'postback', text: text.slice(0, 300), payload }];
  // The preview of a link in the text is no attachment of its own.
  const attachments = listOf(message['attachments']).filter(
    ({ type }) => type !== 'fallback' || said.length === 0,
  );
  const parts = [...said, ...attachments.slice(0, MAX_ATTACHMENTS).map(attachmentOf)];
  return parts.length > 0 ? parts : [{ type: 'other' }];
}

function attachmentOf(attachment: Values): Part {
  const { url, sticker_id: sticker, coordinates } = valuesOf(attachment['payload']);
  const { lat, long } = valuesOf(coordinates);
  if (numberOf(sticker) !== undefined) return { type: 'sticker', content: { stickerId: String(sticker) } };
  const type = TYPES[textOf(attachment['type'])] ?? 'other';
  if (type === 'location')
    return {
      type,
      text: textOf(attachment['title']),
      content: { latitude: numberOf(lat) ?? null, longitude: numberOf(long) ?? null },
    };
  const address = addressOf(url);
  return { type, ...(address !== undefined && { content: { url: address } }) };
}
