import type { JsonObject } from '../../schemas/model/types.ts';

/** UTF-16 units of a message's text that are kept. */
const MAX_TEXT_UNITS = 5_000;
/** Characters of JSON of what is kept beside it. */
const MAX_CONTENT_UNITS = 60_000;

// What PostgreSQL cannot store: zeros, and halves of letters.
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text from outside as it can be stored, cut at the longest that is kept. */
export const toStorableText = (text: string, most = MAX_TEXT_UNITS): string =>
  text.slice(0, most).replaceAll(UNSTORABLE, '\uFFFD');

// As JSON writes them: it escapes both, and nothing else so.
const UNSTORABLE_JSON = /\\u(?:0000|d[89a-f])/;

/** The same for every text of a value; undefined for one that is too large to be kept. */
export function toStorableJson(value: object | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  if (text.length > MAX_CONTENT_UNITS) return undefined;
  // A reviver looks at every value, which costs more than all the rest: few have anything to be found.
  if (!UNSTORABLE_JSON.test(text)) return JSON.parse(text) as JsonObject;
  return JSON.parse(text, (_, inner: unknown) =>
    typeof inner === 'string' ? toStorableText(inner, MAX_CONTENT_UNITS) : inner,
  ) as JsonObject;
}
