import type { InboundEvent } from '../types.ts';
import { addressOf, listOf, numberOf, textOf, timeOf, valuesOf, type Values } from './values.ts';

/** What Facebook tells of one page; echoes, receipts and other pages are passed over. */
export function eventsOfFacebook(body: unknown, pageId: string): InboundEvent[] {
  return listOf(valuesOf(body)['entry'])
    .filter(({ id }) => textOf(id) === pageId)
    .flatMap(({ messaging }) => listOf(messaging).flatMap((item) => eventOf(item) ?? []));
}

function eventOf(item: Values): InboundEvent | undefined {
  const person = textOf(valuesOf(item['sender'])['id'], 200);
  const at = timeOf(item['timestamp']);
  if (person === '' || !at) return undefined;
  const base = { at, person, kind: 'message' } as const;
  const postback = valuesOf(item['postback']);
  if (item['postback'] !== undefined)
    return {
      ...base,
      key: textOf(postback['mid'], 200) || `postback/${person}/${at.getTime()}`,
      type: 'postback',
      text: textOf(postback['title'], 300),
      payload: textOf(postback['payload'], 1_000),
    };
  const message = valuesOf(item['message']);
  const key = textOf(message['mid'], 200);
  if (key === '' || message['is_echo'] === true) return undefined;
  return { ...base, key, ...contentOf(message) };
}

const TYPES: Record<string, InboundEvent['type']> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
  location: 'location',
};

function contentOf(message: Values): Pick<InboundEvent, 'type'> & Partial<InboundEvent> {
  const text = textOf(message['text']);
  const payload = textOf(valuesOf(message['quick_reply'])['payload'], 1_000);
  if (text !== '') return { type: 'text', text, ...(payload !== '' && { payload }) };
  const [attachment = {}] = listOf(message['attachments']);
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
