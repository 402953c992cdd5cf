import type { JsonObject } from '../../schemas/model/types.ts';

const MAX_TEXT_UNITS = 5_000;
/** UTF-16 units of a message's other content as JSON. */
const MAX_CONTENT_UNITS = 60_000;

// What PostgreSQL cannot store: NUL and lone surrogates.
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Replaces what cannot be stored in a text from outside, and truncates it. */
export const toStorableText = (text: string, maxUnits = MAX_TEXT_UNITS): string =>
  text.slice(0, maxUnits).replaceAll(UNSTORABLE, '\uFFFD');

// Their escapes in JSON; no other characters are escaped like this.
const UNSTORABLE_JSON = /\\u(?:0000|d[89a-f])/;

/** The same for every text of a value; undefined for a value that is too large. */
export function toStorableJson(value: object | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  if (text.length > MAX_CONTENT_UNITS) return undefined;
  // A reviver visits every value, which costs more than all the rest, and few texts need it.
  if (!UNSTORABLE_JSON.test(text)) return JSON.parse(text) as JsonObject;
  return JSON.parse(text, (_, inner: unknown) =>
    typeof inner === 'string' ? toStorableText(inner, MAX_CONTENT_UNITS) : inner,
  ) as JsonObject;
}
