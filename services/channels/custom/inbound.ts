import { nearest } from '../../../schemas/model/nearest.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { InboundEvent } from '../types.ts';
import { storable } from '../storableText.ts';
import {
  addressOf,
  listOf,
  MAX_ID_UNITS,
  numberOf,
  textOf,
  timeOf,
  valuesOf,
  type Values,
} from '../payload.ts';

/** Events that one call brings. */
const MOST = 500;
const TYPES = ['text', 'image', 'video', 'audio', 'file', 'sticker', 'location', 'postback'] as const;
const ALL = [...TYPES, 'follow', 'unfollow'] as const;

/**
 * What a custom channel tells: `{events: [{id, at, person: {id, displayName, pictureUrl, language}, type, text,
 * payload, url, latitude, longitude, from}]}`. `at` is ISO 8601 with a zone or milliseconds since 1970; `payload` that of
 * the button that was tapped; `from: "agent"` for what a person of the team said.
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
  const key = idIn(event, `${pointer}/id`, EVENT_ID, faults);
  const at = timeOf(event['at']);
  const person = idIn(who, `${pointer}/person/id`, PERSON_ID, faults);
  const named = ALL.find((type) => type === (event['type'] ?? 'text'));
  if (!at) faults[`${pointer}/at`] = AT;
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

const EVENT_ID = 'An id is expected, the same when the event is sent again';
const PERSON_ID = "The person's id is expected";
const AT =
  'A time is expected: ISO 8601 with its zone, as 2026-01-31T09:30:00+07:00, or milliseconds since 1970';

/** The `id` of a value, whole: two ids must never become one. */
function idIn({ id }: Values, pointer: string, expected: string, faults: FieldErrors): string {
  if (typeof id !== 'string' || id === '') faults[pointer] = expected;
  else if (id.length > MAX_ID_UNITS) faults[pointer] = `An id has at most ${MAX_ID_UNITS} characters`;
  else if (storable(id) !== id) faults[pointer] = 'This id has characters that cannot be stored';
  return typeof id === 'string' ? id : '';
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
