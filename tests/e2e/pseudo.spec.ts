import { expect, test } from './support/fixtures.ts';
import { SIZES } from './support/sizes.ts';
import { findUntranslated } from './support/walk/findUntranslated.ts';
import { walkScreens } from './support/walk/walk.ts';

/** What is the same in every language, and why. */
const SAME = new RegExp(
  [
    // Names of platforms, of the product, of formats and measures.
    'LINE|Facebook|Messenger|Messaging Console|ChatAds|Rasa|Dialogflow|JSON|CSV|Excel|XLSX|PDF|PNG|JPEG|WebP|API|URL|UTC|ID|https|PostgreSQL|Node',
    // An address of the console.
    '/[a-z/-]+',
    // A word of a sentence of the demo that is marked as an entity.
    'cost',
    // Initials of people, and the first letters in an input that stands in a picture of a chat.
    '[A-Z]{2}|Aa',
    // Dates and times as the browser writes them where it knows no such language.
    '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|today|tomorrow|yesterday|Today|Tomorrow|Yesterday',
    'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?',
    'AM|PM|Asia|Bangkok|DDMMYYYY|DDMMYYYYHHmm|HHmm',
  ]
    .map((words) => `^(?:${words})$`)
    .join('|'),
);

for (const { width } of SIZES) {
  test(`every screen at ${width} pixels has room for longer texts, all of them from the catalogue`, async ({
    page,
    signIn,
    baseURL,
    problems,
  }) => {
    test.setTimeout(600_000);
    problems.allow(/404/);
    const walked = await walkScreens(page, { ...{ language: 'en-XA', width }, signIn, baseURL, opens: true });
    const bare = findUntranslated([...walked.latin.keys()], walked.answered, SAME);
    // Sentences of the audit log are the services', which know no pseudo-language.
    const past = bare
      .map((text) => `${walked.latin.get(text)}: past the catalogue: ${text}`)
      .filter((fault) => !fault.startsWith('/audit'));
    expect([...past, ...walked.layout]).toEqual([]);
  });
}
