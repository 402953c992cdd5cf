import { nearestWord } from '../../../schemas/model/didYouMean.ts';
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
import { message, t } from '../../../schemas/texts/translate.ts';

/** Events in one call of the webhook. */
const MAX_EVENTS_PER_CALL = 500;
const MESSAGE_TYPES = ['text', 'image', 'video', 'audio', 'file', 'sticker', 'location', 'postback'] as const;
const EVENT_TYPES = [...MESSAGE_TYPES, 'follow', 'unfollow'] as const;

/**
 * Body of a custom channel's webhook: `{events: [{id, at, person: {id, displayName, pictureUrl, language}, type, text,
 * payload, url, latitude, longitude, from}]}`. `at` is ISO 8601 with a zone or milliseconds since 1970; `payload` that of
 * the button that was tapped; `from: "agent"` for a message of the team.
 * @throws ApiError 422 listing every error, since the caller can fix them
 */
export function parseCustomEvents(body: unknown): InboundEvent[] {
  const { events } = asObject(body);
  if (!Array.isArray(events)) throw invalid({ '/events': t('A list of events is expected') });
  if (events.length > MAX_EVENTS_PER_CALL)
    throw invalid({
      '/events': t('At most %{maxEventsPerCall} events at a time', { maxEventsPerCall: MAX_EVENTS_PER_CALL }),
    });
  const errors: FieldErrors = {};
  const parsed = asObjects(events).map((event, index) => parseEvent(event, `/events/${index}`, errors));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return parsed;
}

function parseEvent(event: Values, pointer: string, errors: FieldErrors): InboundEvent {
  const person = asObject(event['person']);
  const key = parseId(event, `${pointer}/id`, EVENT_ID_EXPECTED, errors);
  const at = parseTime(event['at']);
  const personId = parseId(person, `${pointer}/person/id`, PERSON_ID_EXPECTED, errors);
  const eventType = EVENT_TYPES.find((type) => type === (event['type'] ?? 'text'));
  if (!at) errors[`${pointer}/at`] = t(TIME_EXPECTED);
  if (!eventType) errors[`${pointer}/type`] = typeExpected(event['type']);
  const kind = eventType === 'follow' || eventType === 'unfollow' ? eventType : 'message';
  const type = MESSAGE_TYPES.find((name) => name === eventType) ?? 'other';
  return {
    ...{ key, at: at ?? new Date(0), person: personId, kind, type },
    text: asText(event['text']),
    ...(event['from'] === 'agent' && { source: 'AGENT' as const }),
    ...(type === 'postback' && { payload: asText(event['payload'], 1_000) }),
    ...parseContent(event, type),
    profile: {
      displayName: asText(person['displayName'], 200),
      pictureUrl: parseHttpUrl(person['pictureUrl']),
      language: asText(person['language'], 10),
    },
  };
}

const EVENT_ID_EXPECTED = message('An id is expected, the same when the event is sent again');
const PERSON_ID_EXPECTED = message("The person's id is expected");
const TIME_EXPECTED = message(
  'A time is expected: ISO 8601 with its zone, as 2026-01-31T09:30:00+07:00, or milliseconds since 1970',
);

/** The `id` of a value. A long one is rejected, never truncated: truncation could merge two ids. */
function parseId({ id }: Values, pointer: string, expected: string, errors: FieldErrors): string {
  if (typeof id !== 'string' || id === '') errors[pointer] = t(expected);
  else if (id.length > MAX_ID_UNITS)
    errors[pointer] = t('An id has at most %{most} characters', { most: MAX_ID_UNITS });
  else if (toStorableText(id) !== id) errors[pointer] = t('This id has characters that cannot be stored');
  return typeof id === 'string' ? id : '';
}

function typeExpected(type: unknown): string {
  const near = typeof type === 'string' ? nearestWord(type, EVENT_TYPES) : undefined;
  const types = EVENT_TYPES.join(', ');
  return near === undefined
    ? t('One of %{types} is expected', { types })
    : t('One of %{types} is expected; did you mean "%{near}"?', { types, near });
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
