import { expect, it } from 'vitest';
import { ApiError } from '../../engine/http/errors.ts';
import { inLanguage, readLanguages } from '../../engine/http/languages.ts';
import { parseCustomEvents } from './inbound.ts';

const WRONG = [
  { id: '', at: 'noon', person: {}, type: 'immage' },
  { id: 'e'.repeat(1000), at: '2026-01-31T09:30:00+07:00', person: { id: 'p' } },
];

/** Why events are refused, by pointer. */
function errorsOf(events: unknown): Record<string, string> | undefined {
  try {
    parseCustomEvents({ events });
  } catch (error) {
    if (error instanceof ApiError) return error.details.fields;
    throw error;
  }
  return undefined;
}

it('names every mistake of a call at its place', () => {
  expect(errorsOf(WRONG)).toEqual({
    '/events/0/id': 'An id is expected, the same when the event is sent again',
    '/events/0/person/id': "The person's id is expected",
    '/events/0/at':
      'A time is expected: ISO 8601 with its zone, as 2026-01-31T09:30:00+07:00, or milliseconds since 1970',
    '/events/0/type': expect.stringMatching(/^One of text, .* is expected; did you mean "image"\?$/),
    '/events/1/id': expect.stringMatching(/^An id has at most \d+ characters$/),
  });
});

it('names them in the language of the request', () => {
  readLanguages(['schemas']);
  const errors = inLanguage('th', () => errorsOf(WRONG));
  expect(Object.values(errors ?? {}).filter((text) => !/[ก-๙]/.test(text))).toEqual([]);
});
