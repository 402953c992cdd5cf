import type { JsonObject } from '../../../schemas/model/types.ts';
import type { InboundEvent } from '../types.ts';
import { toEventKey, asObjects, asNumber, asText, parseTime, asObject, type Values } from '../payload.ts';

/** Parses the events of users; those of groups and rooms are ignored. */
export function parseLineEvents(body: unknown): InboundEvent[] {
  return asObjects(asObject(body)['events']).flatMap((event) => parseEvent(event) ?? []);
}

function parseEvent(event: Values): InboundEvent | undefined {
  const source = asObject(event['source']);
  const key = toEventKey(event['webhookEventId']);
  const person = asText(source['userId'], 200);
  const at = parseTime(event['timestamp']);
  if (source['type'] !== 'user' || key === '' || person === '' || !at) return undefined;
  const content = parseContent(event);
  if (!content) return undefined;
  // In standby another module answers.
  const replyToken = event['mode'] === 'standby' ? '' : asText(event['replyToken'], 200);
  return { key, at, person, ...content, ...(replyToken !== '' && { replyToken }) };
}

type EventContent = Pick<InboundEvent, 'kind' | 'type'> & Partial<InboundEvent>;

function parseContent(event: Values): EventContent | undefined {
  switch (event['type']) {
    case 'message':
      return parseMessage(asObject(event['message']));
    case 'postback': {
      const { data, params } = asObject(event['postback']);
      const { date, time, datetime } = asObject(params);
      const picked = [datetime, date, time].map((value) => asText(value, 40)).find((text) => text !== '');
      return {
        ...{ kind: 'message', type: 'postback', payload: asText(data, 300) },
        ...(picked !== undefined && { picked: picked.replace('T', ' '), text: picked.replace('T', ' ') }),
      };
    }
    case 'follow':
    case 'unfollow':
      return { kind: event['type'], type: 'other' };
    default:
      return undefined;
  }
}

function parseMessage(message: Values): EventContent | undefined {
  const kind = 'message';
  const id: JsonObject = { id: asText(message['id'], 100) };
  switch (message['type']) {
    case 'text':
      return { kind, type: 'text', text: asText(message['text']) };
    case 'sticker':
      return {
        ...{ kind, type: 'sticker' },
        content: {
          ...id,
          packageId: asText(message['packageId'], 100),
          stickerId: asText(message['stickerId'], 100),
        },
      };
    case 'location':
      return {
        ...{ kind, type: 'location', text: asText(message['address']) || asText(message['title']) },
        content: {
          title: asText(message['title']),
          address: asText(message['address']),
          latitude: asNumber(message['latitude']) ?? null,
          longitude: asNumber(message['longitude']) ?? null,
        },
      };
    case 'image':
    case 'video':
    case 'audio':
      return { kind, type: message['type'], content: id };
    case 'file':
      return { kind, type: 'file', text: asText(message['fileName'], 300), content: id };
    default:
      return { kind, type: 'other' };
  }
}
