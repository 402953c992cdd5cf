import { nearest } from '../../../schemas/model/nearest.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import { invalid } from '../../plugins/errors.ts';
import type { InboundEvent } from '../types.ts';
import { addressOf, listOf, numberOf, textOf, timeOf, valuesOf, type Values } from './values.ts';

/** Events that one call brings. */
const MOST = 500;
const TYPES = ['text', 'image', 'video', 'audio', 'file', 'sticker', 'location', 'postback'] as const;
const ALL = [...TYPES, 'follow', 'unfollow'] as const;

/**
 * What a custom channel tells: `{events: [{id, at, person: {id, displayName, pictureUrl, language}, type, text,
 * payload, url, latitude, longitude, from}]}`. `at` is an ISO time or milliseconds; `payload` that of the button that
 * was tapped; `from: "agent"` for what a person of the team said.
 * @throws ApiError 422 naming every fault: its sender is known, and can mend it
 */
export function eventsOfCustom(body: unknown): InboundEvent[] {
  const { events } = valuesOf(body);
  if (!Array.isArray(events)) throw invalid({ '/events': 'A list of events is expected' });
  if (events.length > MOST) throw invalid({ '/events': `At most ${MOST} events at a time` });
  const faults: FieldErrors = {};
  const read = listOf(events).map((event, at) => eventOf(event, `/events/${at}`, faults));
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return read;
}

function eventOf(event: Values, pointer: string, faults: FieldErrors): InboundEvent {
  const who = valuesOf(event['person']);
  const key = textOf(event['id'], 200);
  const at = timeOf(event['at']);
  const person = textOf(who['id'], 200);
  const named = ALL.find((type) => type === (event['type'] ?? 'text'));
  if (key === '') faults[`${pointer}/id`] = 'An id is expected, the same when the event is sent again';
  if (!at) faults[`${pointer}/at`] = 'A time is expected: ISO 8601, or milliseconds since 1970';
  if (person === '') faults[`${pointer}/person/id`] = "The person's id is expected";
  if (!named) faults[`${pointer}/type`] = `One of ${ALL.join(', ')} is expected${hint(event['type'])}`;
  const kind = named === 'follow' || named === 'unfollow' ? named : 'message';
  const type = TYPES.find((one) => one === named) ?? 'other';
  return {
    ...{ key, at: at ?? new Date(0), person, kind, type },
    text: textOf(event['text']),
    ...(event['from'] === 'agent' && { source: 'AGENT' as const }),
    ...(type === 'postback' && { payload: textOf(event['payload'], 1_000) }),
    ...contentOf(event, type),
    told: {
      displayName: textOf(who['displayName'], 200),
      pictureUrl: addressOf(who['pictureUrl']),
      language: textOf(who['language'], 10),
    },
  };
}

function hint(type: unknown): string {
  const near = typeof type === 'string' ? nearest(type, ALL) : undefined;
  return near === undefined ? '' : `; "${near}"?`;
}

function contentOf(event: Values, type: InboundEvent['type']): Partial<InboundEvent> {
  const url = addressOf(event['url']);
  if (type === 'location')
    return {
      content: {
        latitude: numberOf(event['latitude']) ?? null,
        longitude: numberOf(event['longitude']) ?? null,
      },
    };
  return url === undefined ? {} : { content: { url } };
}
