import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** A ZIP of texts, or of values as JSON. */
export const zipOf = (files: Record<string, unknown>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [
          path,
          strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
        ]),
      ),
    ),
  );

/** A packed tape, as Botpress exports a bot. */
export function tapeOf(files: Record<string, unknown>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    const head = Buffer.alloc(512);
    head.write(path, 0);
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('0', 156);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** An agent of a small shop, exported from Dialogflow ES. */
export const DIALOGFLOW = {
  'agent.json': { displayName: 'shop', language: 'en', supportedLanguages: ['th'] },
  'entities/branch.json': { id: 'e1', name: 'branch', isOverridable: true, isEnum: false, isRegexp: false },
  'entities/branch_entries_en.json': [
    { value: 'Ari', synonyms: ['Ari', 'Ari branch'] },
    { value: 'Silom', synonyms: ['Silom'] },
  ],
  'entities/branch_entries_th.json': [{ value: 'Ari', synonyms: ['อารีย์'] }],
  'entities/order-code.json': { id: 'e2', name: 'order-code', isRegexp: true },
  'entities/order-code_entries_en.json': [{ value: 'SO-\\d{4}', synonyms: ['SO-\\d{4}'] }],
  'intents/Opening hours.json': {
    id: 'i1',
    name: 'Opening hours',
    auto: true,
    contexts: [],
    responses: [
      {
        affectedContexts: [{ name: 'hours', lifespan: 5 }],
        parameters: [{ id: 'p', name: 'branch', dataType: '@branch', value: '$branch', required: true }],
        messages: [{ type: '0', lang: 'en', speech: ['From nine to five'] }],
      },
    ],
  },
  'intents/Opening hours_usersays_en.json': [
    {
      id: 's1',
      data: [
        { text: 'when does ', userDefined: false },
        { text: 'Ari branch', meta: '@branch', alias: 'branch', userDefined: true },
        { text: ' open ', userDefined: false },
        { text: 'tomorrow', meta: '@sys.date', alias: 'date', userDefined: false },
      ],
      isTemplate: false,
    },
    { id: 's2', data: [{ text: 'are you open now' }], isTemplate: false },
    { id: 's3', data: [{ text: 'open at @branch:branch' }], isTemplate: true },
  ],
  'intents/Opening hours_usersays_th.json': [
    {
      id: 's4',
      data: [{ text: 'สาขา' }, { text: 'อารีย์', meta: '@branch', alias: 'branch' }, { text: 'เปิดกี่โมง' }],
      isTemplate: false,
    },
  ],
  'intents/Default Fallback Intent.json': { id: 'i2', name: 'Default Fallback Intent', responses: [] },
};

/** Training data of Rasa, with what it may have beside examples. */
export const RASA = `version: "3.1"
nlu:
# Greetings
- intent: rasa_hello
  examples: |
    - hello rasa
    - สวัสดีราซ่า
- intent: rasa_ship
  examples: |
    - ship it to [Chiang Mai](city) please
    - ship to [CNX]{"entity": "city", "value": "Chiang Mai"} today
    - from [Bangkok]{"entity": "city", "role": "from"} for [me](who)
    - ตามพัสดุ [TH123456](parcel)
    a line without its hyphen
- lookup: city
  examples: |
    - Chiang Mai
    - Bangkok
    - กรุงเทพ
- synonym: Bangkok
  examples: |
    - กรุงเทพ
    - BKK
- synonym: nobody
  examples: |
    - knows this
- regex: parcel
  examples: |
    - TH\\d{6}
stories:
- story: happy
  steps:
  - intent: rasa_hello
`;

/** A bot of Botpress v12. */
export const BOTPRESS = {
  'bot.config.json': { id: 'shop', version: '12.30.6' },
  'intents/book-table.json': {
    name: 'book-table',
    contexts: ['global', 'evening'],
    slots: [
      { id: 's1', name: 'where', entities: ['branch'], color: 1 },
      { id: 's2', name: 'guests', entities: ['system.number'], color: 2 },
      { id: 's3', name: 'guest', entities: ['any'], color: 3 },
    ],
    utterances: {
      en: ['a table at [Silom](where) for [four](guests)', 'a table for [Somchai](guest)'],
      th: ['จองโต๊ะที่[สีลม](where)'],
    },
  },
  'intents/__qna__hours.json': { name: '__qna__hours', slots: [], utterances: { en: ['when do you open'] } },
  'qna/hours.json': { id: 'hours', data: { questions: { en: ['when do you open'] } } },
  'entities/branch.json': {
    id: 'branch',
    name: 'branch',
    type: 'list',
    occurrences: [{ name: 'Silom', synonyms: ['สีลม'] }],
  },
  'entities/member-card.json': { name: 'member-card', type: 'pattern', pattern: 'M\\d{5}', occurrences: [] },
};

/** A language understanding file in the newer way, with a list in the older one. */
export const LU = `> A bot that wakes people
# Wake me
- wake me at {@hour=seven} in {@place=Phuket}
- ปลุกที่ {place=ภูเก็ต}
- a bracket \\{ stays
- wake me in {@place}

@ ml hour
@ list place =
    - Phuket :
        - ภูเก็ต
        - HKT
    - Pai :
@ prebuilt number
@ prebuilt temperature
@ regex room = /R\\d{3}/
@ phraselist urgent(interchangeable) =
    - now,at once

$tone:soft=
- quiet

# ? who are you
- what are you
\`\`\`markdown
- A bot
\`\`\`
`;
