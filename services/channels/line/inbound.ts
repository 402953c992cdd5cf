import type { JsonObject } from '../../../schemas/model/types.ts';
import type { InboundEvent } from '../types.ts';
import { eventKeyOf, listOf, numberOf, textOf, timeOf, valuesOf, type Values } from '../payload.ts';

/** What LINE tells of single people; groups and rooms are no conversations with the bot. */
export function eventsOfLine(body: unknown): InboundEvent[] {
  return listOf(valuesOf(body)['events']).flatMap((event) => eventOf(event) ?? []);
}

function eventOf(event: Values): InboundEvent | undefined {
  const source = valuesOf(event['source']);
  const key = eventKeyOf(event['webhookEventId']);
  const person = textOf(source['userId'], 200);
  const at = timeOf(event['timestamp']);
  if (source['type'] !== 'user' || key === '' || person === '' || !at) return undefined;
  const happened = whatHappened(event);
  if (!happened) return undefined;
  // In standby another module answers.
  const replyToken = event['mode'] === 'standby' ? '' : textOf(event['replyToken'], 200);
  return { key, at, person, ...happened, ...(replyToken !== '' && { replyToken }) };
}

type Happened = Pick<InboundEvent, 'kind' | 'type'> & Partial<InboundEvent>;

function whatHappened(event: Values): Happened | undefined {
  switch (event['type']) {
    case 'message':
      return messageOf(valuesOf(event['message']));
    case 'postback': {
      const { data, params } = valuesOf(event['postback']);
      const { date, time, datetime } = valuesOf(params);
      const picked = [datetime, date, time].map((value) => textOf(value, 40)).find((text) => text !== '');
      return {
        ...{ kind: 'message', type: 'postback', payload: textOf(data, 300) },
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

function messageOf(message: Values): Happened | undefined {
  const kind = 'message';
  const id: JsonObject = { id: textOf(message['id'], 100) };
  switch (message['type']) {
    case 'text':
      return { kind, type: 'text', text: textOf(message['text']) };
    case 'sticker':
      return {
        ...{ kind, type: 'sticker' },
        content: {
          ...id,
          packageId: textOf(message['packageId'], 100),
          stickerId: textOf(message['stickerId'], 100),
        },
      };
    case 'location':
      return {
        ...{ kind, type: 'location', text: textOf(message['address']) || textOf(message['title']) },
        content: {
          title: textOf(message['title']),
          address: textOf(message['address']),
          latitude: numberOf(message['latitude']) ?? null,
          longitude: numberOf(message['longitude']) ?? null,
        },
      };
    case 'image':
    case 'video':
    case 'audio':
      return { kind, type: message['type'], content: id };
    case 'file':
      return { kind, type: 'file', text: textOf(message['fileName'], 300), content: id };
    default:
      return { kind, type: 'other' };
  }
}
