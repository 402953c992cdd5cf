import { nearest } from '../../../schemas/model/nearest.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { InboundEvent } from '../types.ts';
import { toStorableText } from '../storableText.ts';
import {
  parseHttpUrl,
  asObjects,
  MAX_ID_UNITS,
  asNumber,
  asText,
  parseTime,
  asObject,
  type Values,
} from '../payload.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Events that one call brings. */
const MAX_EVENTS_PER_CALL = 500;
const MESSAGE_TYPES = ['text', 'image', 'video', 'audio', 'file', 'sticker', 'location', 'postback'] as const;
const EVENT_TYPES = [...MESSAGE_TYPES, 'follow', 'unfollow'] as const;

/**
 * What a custom channel tells: `{events: [{id, at, person: {id, displayName, pictureUrl, language}, type, text,
 * payload, url, latitude, longitude, from}]}`. `at` is ISO 8601 with a zone or milliseconds since 1970; `payload` that of
 * the button that was tapped; `from: "agent"` for what a person of the team said.
 * @throws ApiError 422 naming every fault: its sender is known, and can mend it
 */
export function parseCustomEvents(body: unknown): InboundEvent[] {
  const { events } = asObject(body);
  if (!Array.isArray(events)) throw invalid({ '/events': t('A list of events is expected') });
  if (events.length > MAX_EVENTS_PER_CALL)
    throw invalid({
      '/events': t('At most %{maxEventsPerCall} events at a time', { maxEventsPerCall: MAX_EVENTS_PER_CALL }),
    });
  const faults: FieldErrors = {};
  const read = asObjects(events).map((event, at) => parseEvent(event, `/events/${at}`, faults));
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return read;
}

function parseEvent(event: Values, pointer: string, faults: FieldErrors): InboundEvent {
  const who = asObject(event['person']);
  const key = parseId(event, `${pointer}/id`, EVENT_ID_EXPECTED, faults);
  const at = parseTime(event['at']);
  const person = parseId(who, `${pointer}/person/id`, PERSON_ID_EXPECTED, faults);
  const named = EVENT_TYPES.find((type) => type === (event['type'] ?? 'text'));
  if (!at) faults[`${pointer}/at`] = TIME_EXPECTED;
  if (!named)
    faults[`${pointer}/type`] = `One of ${EVENT_TYPES.join(', ')} is expected${suggestType(event['type'])}`;
  const kind = named === 'follow' || named === 'unfollow' ? named : 'message';
  const type = MESSAGE_TYPES.find((one) => one === named) ?? 'other';
  return {
    ...{ key, at: at ?? new Date(0), person, kind, type },
    text: asText(event['text']),
    ...(event['from'] === 'agent' && { source: 'AGENT' as const }),
    ...(type === 'postback' && { payload: asText(event['payload'], 1_000) }),
    ...parseContent(event, type),
    profile: {
      displayName: asText(who['displayName'], 200),
      pictureUrl: parseHttpUrl(who['pictureUrl']),
      language: asText(who['language'], 10),
    },
  };
}

const EVENT_ID_EXPECTED = 'An id is expected, the same when the event is sent again';
const PERSON_ID_EXPECTED = "The person's id is expected";
const TIME_EXPECTED =
  'A time is expected: ISO 8601 with its zone, as 2026-01-31T09:30:00+07:00, or milliseconds since 1970';

/** The `id` of a value, whole: two ids must never become one. */
function parseId({ id }: Values, pointer: string, expected: string, faults: FieldErrors): string {
  if (typeof id !== 'string' || id === '') faults[pointer] = expected;
  else if (id.length > MAX_ID_UNITS) faults[pointer] = `An id has at most ${MAX_ID_UNITS} characters`;
  else if (toStorableText(id) !== id) faults[pointer] = 'This id has characters that cannot be stored';
  return typeof id === 'string' ? id : '';
}

function suggestType(type: unknown): string {
  const near = typeof type === 'string' ? nearest(type, EVENT_TYPES) : undefined;
  return near === undefined ? '' : `; "${near}"?`;
}

function parseContent(event: Values, type: InboundEvent['type']): Partial<InboundEvent> {
  const url = parseHttpUrl(event['url']);
  if (type === 'location')
    return {
      content: {
        latitude: asNumber(event['latitude']) ?? null,
        longitude: asNumber(event['longitude']) ?? null,
      },
    };
  return url === undefined ? {} : { content: { url } };
}
