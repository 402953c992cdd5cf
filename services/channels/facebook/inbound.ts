import type { InboundEvent } from '../types.ts';
import {
  parseHttpUrl,
  toEventKey,
  asObjects,
  MAX_ID_UNITS,
  asNumber,
  asText,
  parseTime,
  asObject,
  type Values,
} from '../payload.ts';

/** Parses the events of one page; echoes, receipts and events of other pages are ignored. */
export function parseFacebookEvents(body: unknown, pageId: string): InboundEvent[] {
  return asObjects(asObject(body)['entry'])
    .filter(({ id }) => asText(id) === pageId)
    .flatMap(({ messaging }) => asObjects(messaging).flatMap(parseMessaging));
}

function parseMessaging(item: Values): InboundEvent[] {
  const person = asText(asObject(item['sender'])['id'], MAX_ID_UNITS);
  const at = parseTime(item['timestamp']);
  if (person === '' || !at) return [];
  const base = { at, person, kind: 'message' } as const;
  const postback = asObject(item['postback']);
  if (item['postback'] !== undefined)
    return [
      {
        ...base,
        key: toEventKey(postback['mid']) || `postback/${person}/${at.getTime()}`,
        type: 'postback',
        text: asText(postback['title'], 300),
        payload: asText(postback['payload'], 1_000),
      },
    ];
  const message = asObject(item['message']);
  const key = toEventKey(message['mid']);
  if (key === '' || message['is_echo'] === true) return [];
  // One millisecond apart, so that they keep their order.
  return messageParts(message).map((part, index) => ({
    ...base,
    ...part,
    at: new Date(at.getTime() + index),
    key: index === 0 ? key : `${key.slice(0, MAX_ID_UNITS - 4)}/${index}`,
  }));
}

const ATTACHMENT_TYPES: Record<string, InboundEvent['type']> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
  location: 'location',
};
/** Attachments of one message; Messenger allows no more. */
const MAX_ATTACHMENTS = 30;

type MessagePart = Pick<InboundEvent, 'type'> & Partial<InboundEvent>;

/** Splits a message into its text and each of its attachments. */
function messageParts(message: Values): MessagePart[] {
  const text = asText(message['text']);
  const payload = asText(asObject(message['quick_reply'])['payload'], 1_000);
  // A tapped quick reply arrives as its label, with its payload.
  const textParts: MessagePart[] =
    text === ''
      ? []
      : [payload === '' ? { type: 'text', text } : { type: 'postback', text: text.slice(0, 300), payload }];
  // A `fallback` attachment is the preview of a link in the text.
  const attachments = asObjects(message['attachments']).filter(
    ({ type }) => type !== 'fallback' || textParts.length === 0,
  );
  const parts = [...textParts, ...attachments.slice(0, MAX_ATTACHMENTS).map(parseAttachment)];
  return parts.length > 0 ? parts : [{ type: 'other' }];
}

function parseAttachment(attachment: Values): MessagePart {
  const { url, sticker_id: sticker, coordinates } = asObject(attachment['payload']);
  const { lat, long } = asObject(coordinates);
  if (asNumber(sticker) !== undefined) return { type: 'sticker', content: { stickerId: String(sticker) } };
  const type = ATTACHMENT_TYPES[asText(attachment['type'])] ?? 'other';
  if (type === 'location')
    return {
      type,
      text: asText(attachment['title']),
      content: { latitude: asNumber(lat) ?? null, longitude: asNumber(long) ?? null },
    };
  const address = parseHttpUrl(url);
  return { type, ...(address !== undefined && { content: { url: address } }) };
}
