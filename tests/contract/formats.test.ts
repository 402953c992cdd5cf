import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServices, type Call, type TestServices } from './support/services.ts';
import { BOTPRESS, DIALOGFLOW, LU, RASA, tapeOf, zipOf } from './formats/files.ts';

let services: TestServices;
let editor: Call;
const until = { timeout: 20_000, interval: 50 };

beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  await services.jobs.start();
}, 180_000);
afterAll(() => services.stop());

interface Taken {
  id: string;
  format?: string;
  notes?: string[];
  head: string[];
  mapping: (string | null)[];
  message?: string;
}
type Of = 'intents' | 'entities';

async function send(of: Of, name: string, content: Buffer | string) {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const response = await services.app.inject({
    method: 'POST',
    url: `/api/v1/${of}/import`,
    headers: {
      authorization: `Bearer ${await services.tokenOf('chatbot.editor')}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]),
  });
  return { status: response.statusCode, taken: response.json<Taken>() };
}

interface Judged {
  verdict: string;
  reason?: string;
  cells: string[][];
}

/** Sends a file, and judges all its rows: `verdict: cells` or `refused, reason: cells`. */
async function preview(of: Of, name: string, content: Buffer | string) {
  const { status, taken } = await send(of, name, content);
  expect({ status, taken }).toMatchObject({ status: 201 });
  const plan = { mapping: taken.mapping, zone: 'UTC' };
  const { body } = await editor('POST', `/api/v1/${of}/import/${taken.id}/preview`, plan);
  const judgements = body['judgements'] as Judged[];
  const rows = judgements.flatMap(({ verdict, reason, cells }) =>
    cells.map((row) => `${verdict}${reason === undefined ? '' : `, ${reason}`}: ${row.join(' | ')}`),
  );
  return { taken, plan, rows };
}

/** Brings a file in and waits for its job. */
async function bringIn(of: Of, name: string, content: Buffer | string) {
  const { taken, plan } = await preview(of, name, content);
  const { status, body } = await editor('POST', `/api/v1/${of}/import/${taken.id}/apply`, plan);
  expect(status).toBe(202);
  await vi.waitFor(async () => {
    const { body: jobs } = await editor('GET', '/api/v1/jobs?take=50');
    const job = (jobs as unknown as { id: string; state: string }[]).find(({ id }) => id === body['job']);
    expect(job?.state).toBe('done');
  }, until);
}

async function named(of: Of, name: string): Promise<Record<string, unknown>> {
  const { body } = await editor('GET', `/api/v1/${of}?name=${encodeURIComponent(name)}`);
  const [found] = body as unknown as { id: string }[];
  return found ? (await editor('GET', `/api/v1/${of}/${found.id}`)).body : {};
}

describe('an export of Dialogflow', () => {
  it('becomes rows with a verdict each, and says what it has that nothing here is', async () => {
    const { taken, rows } = await preview('intents', 'shop.zip', zipOf(DIALOGFLOW));
    expect(taken).toMatchObject({ format: 'Dialogflow ES', mapping: ['name', 'sample'] });
    expect(rows.toSorted()).toEqual([
      'create: Opening_hours | are you open now',
      'create: Opening_hours | when does [Ari branch](branch) open [tomorrow](sys_date)',
      'create: Opening_hours | สาขา[อารีย์](branch)เปิดกี่โมง',
      'refused, A template with @entity has no words to learn from: Opening_hours | open at @branch:branch',
    ]);
    expect(taken.notes).toEqual([
      'The file has entities as well: branch, order-code, sys_date. Import it in Entity too, so that marked words are recognised.',
      'Names have letters, digits, underscore and hyphen only here, so “Opening hours” is Opening_hours, “Default Fallback Intent” is Default_Fallback_Intent, “sys.date” is sys_date.',
      'Without samples, so left out: Default_Fallback_Intent.',
      'Answers are left out; make templates and mappers of them: Opening hours.',
      'Contexts have no equivalent: Opening hours.',
      'Questions for required parameters are left out; ask them in mappers: Opening hours.',
    ]);
  });

  it('is imported with its entities, also in a folder of its own', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(DIALOGFLOW).map(([path, value]) => [`shop/${path}`, value]),
    );
    await bringIn('entities', 'shop.zip', zipOf(inFolder));
    await bringIn('intents', 'shop.zip', zipOf(inFolder));
    expect(await named('intents', 'Opening_hours')).toMatchObject({
      samples: [
        'when does [Ari branch](branch) open [tomorrow](sys_date)',
        'are you open now',
        'สาขา[อารีย์](branch)เปิดกี่โมง',
      ],
    });
    expect(await named('entities', 'branch')).toMatchObject({
      format: 'list',
      // Beside those of the workspace.
      options: expect.arrayContaining([
        { name: 'Siam Square', synonyms: ['สยามสแควร์'] },
        { name: 'Ari', synonyms: ['Ari branch', 'อารีย์'] },
        expect.objectContaining({ name: 'Silom' }),
      ]) as unknown,
    });
    expect(await named('entities', 'order-code')).toMatchObject({ format: 'regex', pattern: 'SO-\\d{4}' });
    expect(await named('entities', 'sys_date')).toMatchObject({ format: 'system', system: 'date' });
    // Again nothing is new, and the existing verdict says so.
    const { rows } = await preview('intents', 'shop.zip', zipOf(DIALOGFLOW));
    expect(rows[0]).toMatch(/^refused, Found duplicated intents that cannot be updated when importing/);
    expect(
      (await preview('entities', 'shop.zip', zipOf(DIALOGFLOW))).rows.map((row) => row.split(':')[0]),
    ).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });
});

describe('training data of Rasa', () => {
  it('is validated, and imported with its marks, synonyms, tables and patterns', async () => {
    const { taken, rows } = await preview('intents', 'nlu.yml', RASA);
    expect(taken.format).toBe('Rasa nlu.yml');
    expect(rows).toContain('create: rasa_ship | from [Bangkok](city) for [me](who)');
    expect(taken.notes).toEqual(
      expect.arrayContaining([
        'Known there only from marked words, so here lists of these words: who.',
        'Of Rasa’s files only nlu is read: stories.',
        'Lines of examples that begin with no hyphen are left out, as Rasa does: rasa_ship: a line without its hyphen.',
        'Roles and groups have no equivalent: city from.',
        'Synonyms that no entity has as an option are left out: nobody.',
      ]),
    );
    await bringIn('entities', 'nlu.yml', RASA);
    await bringIn('intents', 'nlu.yml', RASA);
    expect(await named('intents', 'rasa_ship')).toMatchObject({
      samples: [
        'ship it to [Chiang Mai](city) please',
        'ship to [CNX](city) today',
        'from [Bangkok](city) for [me](who)',
        'ตามพัสดุ [TH123456](parcel)',
      ],
    });
    expect(await named('entities', 'city')).toMatchObject({
      options: expect.arrayContaining([
        { name: 'Chiang Mai', synonyms: ['เชียงใหม่', 'CNX'] },
        { name: 'Bangkok', synonyms: ['Krung Thep', 'กรุงเทพ', 'กทม.', 'BKK'] },
      ]) as unknown,
    });
    expect(await named('entities', 'parcel')).toMatchObject({ format: 'regex', pattern: 'TH\\d{6}' });
  });

  it('goes out as nlu.yml, which says the same when it comes back', async () => {
    const query = { keyword: 'rasa_' };
    const { status, text, headers } = await editor('POST', '/api/v1/intents/export', {
      format: 'rasa',
      query,
    });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/filename="intents-\d{4}-\d\d-\d\d\.yml"/);
    expect(text).toContain(
      '- intent: rasa_ship\n  examples: |\n    - ship it to [Chiang Mai](city) please\n',
    );
    expect(text).toContain('- synonym: "Chiang Mai"\n  examples: |\n    - เชียงใหม่\n    - CNX\n');
    const intents = await preview('intents', 'back.yml', text);
    expect(intents.rows.every((row) => row.startsWith('refused, Found duplicated intents'))).toBe(true);
    expect(intents.rows).toHaveLength(6);
    const entities = await preview('entities', 'back.yml', text);
    expect(entities.rows.map((row) => row.split(' | ')[0]).toSorted()).toEqual([
      'unchanged: city',
      'unchanged: parcel',
      'unchanged: who',
    ]);
    const wrong = await editor('POST', '/api/v1/intents/export', { format: 'raza' });
    expect(wrong.body['fields']).toEqual({ '/format': 'unknown format "raza"; did you mean "rasa"?' });
    expect((await editor('POST', '/api/v1/entities/export', { format: 'rasa' })).status).toBe(422);
  });
});

describe.each([
  ['a folder in a ZIP', 'bot.zip', zipOf(BOTPRESS)],
  ['its archive', 'bot_shop.tgz', tapeOf(BOTPRESS)],
])('a bot of Botpress v12, %s', (_, name, content) => {
  it('has slots as marks of their entities', async () => {
    const { taken, rows } = await preview('intents', name, content);
    expect(taken.format).toBe('Botpress v12');
    expect(rows).toEqual([
      'create: book-table | a table at [Silom](branch) for [four](guests)',
      'create: book-table | a table for [Somchai](guest)',
      'create: book-table | จองโต๊ะที่[สีลม](branch)',
    ]);
    expect(taken.notes?.slice(1)).toEqual([
      'Known there only from marked words, so here lists of these words: guest.',
      'Contexts have no equivalent: book-table (evening).',
      'Questions with answers (1) are left out; make intents and templates of them.',
    ]);
    const entities = await preview('entities', name, content);
    expect(entities.rows.map((row) => row.replace(/^\w+: /, ''))).toEqual([
      'branch | list |  |  | [{"name":"Silom","synonyms":["สีลม"]}]',
      'member-card | regex | M\\d{5} |  | ',
      'guests | system |  | number | ',
      'guest | list |  |  | [{"name":"Somchai"}]',
    ]);
  });
});

it('a .lu file is imported with its lists and patterns, and the rest is reported', async () => {
  const { taken, rows } = await preview('intents', 'wake.lu', LU);
  expect(taken.format).toBe('Microsoft .lu');
  expect(rows).toEqual([
    'create: Wake_me | wake me at [seven](hour) in [Phuket](place)',
    'create: Wake_me | ปลุกที่ [ภูเก็ต](place)',
    'create: Wake_me | a bracket { stays',
    'refused, A pattern with {entity} has no words to learn from: Wake_me | wake me in {@place}',
  ]);
  expect(taken.notes?.slice(1)).toEqual([
    'Names have letters, digits, underscore and hyphen only here, so “Wake me” is Wake_me.',
    'Known there only from marked words, so here lists of these words: hour.',
    'Built-in entities that are not known here are left out: temperature.',
    'Phrase lists have no equivalent: urgent.',
    'Questions with answers (QnA) are left out; make intents and templates of them: who are you.',
  ]);
  await bringIn('entities', 'wake.lu', LU);
  await bringIn('intents', 'wake.lu', LU);
  expect(await named('entities', 'place')).toMatchObject({
    options: [{ name: 'Phuket', synonyms: ['ภูเก็ต', 'HKT'] }, { name: 'Pai' }],
  });
  expect(await named('entities', 'tone')).toMatchObject({ options: [{ name: 'soft', synonyms: ['quiet'] }] });
  expect(await named('entities', 'room')).toMatchObject({ format: 'regex', pattern: 'R\\d{3}' });
  expect(await named('entities', 'number')).toMatchObject({ format: 'system', system: 'number' });
  expect(await named('intents', 'Wake_me')).toMatchObject({ samples: { length: 3 } });
});

describe('an entity that is here already', () => {
  const marking = (name: string): string =>
    `nlu:\n- intent: marks_${name}\n  examples: |\n    - from [Option 7](${name}) to [Nan](${name})\n    - to [Seven]{"entity": "${name}", "value": "Option 7"}\n`;
  const numbered = Array.from({ length: 300 }, (_, nth) => ({
    name: `Option ${nth}`,
    synonyms: [`o${nth}`],
  }));

  it('keeps its options beside those of a file', async () => {
    await editor('POST', '/api/v1/entities', { name: 'curated', format: 'list', options: numbered });
    await bringIn('entities', 'nlu.yml', marking('curated'));
    const { options } = (await named('entities', 'curated')) as {
      options: { name: string; synonyms?: string[] }[];
    };
    expect(options.map(({ name, synonyms = [] }) => [name, ...synonyms])).toEqual([
      ...numbered.map(({ name }, nth) => (nth === 7 ? [name, 'o7', 'Seven'] : [name, `o${nth}`])),
      ['Nan'],
    ]);
    const { rows } = await preview('entities', 'nlu.yml', marking('curated'));
    expect(rows.map((row) => row.split(' | ')[0])).toEqual(['unchanged: curated']);
  });

  it.each([
    ['ticket', { format: 'regex', pattern: 'T\\d{4}' }, 'a pattern'],
    ['amount', { format: 'system', system: 'number' }, 'a system entity'],
  ])('does not become a list by marked words: %s', async (name, fields, called) => {
    expect((await editor('POST', '/api/v1/entities', { name, ...fields })).status).toBe(201);
    const { rows } = await preview('entities', 'nlu.yml', marking(name));
    expect(rows.map((row) => row.split(' | ')[0])).toEqual([
      `refused, ${name} is ${called} here; the file knows it only from marked words: ${name}`,
    ]);
    await bringIn('entities', 'nlu.yml', marking(name));
    expect(await named('entities', name)).toMatchObject(fields);
    // What a file defines is another matter.
    const defined = await preview('entities', 'a.lu', `@ list ${name} =\n- Pai:\n`);
    expect(defined.rows[0]).toContain(`change: ${name} | list`);
  });
});

describe('a hostile file is refused in a sentence:', () => {
  const refused = async (name: string, content: Buffer | string): Promise<string | undefined> => {
    const { status, taken } = await send('intents', name, content);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    return (taken as unknown as { fields?: Record<string, string> }).fields?.[''] ?? taken.message;
  };

  it('a ZIP that swells', async () => {
    const bomb = zipOf({ 'intents/a_usersays_en.json': ' '.repeat(21 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refused('bomb.zip', bomb)).toBe(
      'The archive holds more than 20 MB once it is unpacked; divide it',
    );
    expect(await refused('bomb.tgz', tapeOf({ 'intents/a.json': ' '.repeat(21 * 1024 * 1024) }))).toBe(
      'The archive holds more than 20 MB once it is unpacked; divide it',
    );
  });

  it('a ZIP that says it is smaller than it is', async () => {
    const zip = zipOf({ 'intents/a_usersays_en.json': `[${' '.repeat(100_000)}]` });
    for (let at = 0; at < zip.length - 4; at += 1)
      if (zip.readUInt32LE(at) === 100_002) zip.writeUInt32LE(10, at);
    expect(await refused('liar.zip', zip)).toBe(
      'The ZIP file cannot be unpacked: intents/a_usersays_en.json has another size than it says',
    );
  });

  it('aliases that grow, deep nesting, and too many values', async () => {
    const aliases = `nlu:\n- intent: &a x\n  examples: *a\n`;
    expect(await refused('a.yml', aliases)).toBe('a.yml has YAML aliases (*name), which are not read');
    expect(await refused('b.yml', `nlu: ${'['.repeat(100_000)}`)).toBe('b.yml is nested too deeply');
    expect(await refused('c.yml', `nlu: [${'[],'.repeat(200_000)}]`)).toMatch(
      /^c\.yml has too many YAML values/,
    );
    expect(await refused('d.yml', 'nlu:\n- intent: "open\n')).toMatch(/^d\.yml is no valid YAML, in line \d/);
  });

  it('what is too large, damaged, of no format, no text, or empty of intents', async () => {
    expect(await refused('big.yml', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toBe(
      'The file is larger than 5 MB',
    );
    expect(await refused('broken.zip', zipOf(DIALOGFLOW).subarray(0, 300))).toMatch(/cannot be unpacked/);
    expect(await refused('none.zip', 'no archive')).toBe(
      'none.zip cannot be unpacked: it is no archive, or damaged',
    );
    expect(await refused('photos.zip', zipOf({ 'a.txt': 'x' }))).toBe(
      'photos.zip is not of Dialogflow ES, Rasa nlu.yml, Botpress v12 or Microsoft .lu: what such a file holds is not found in it',
    );
    expect(await refused('wide.yml', Buffer.from([0x6e, 0x6c, 0x75, 0x3a, 0xff]))).toBe(
      'wide.yml is no text in UTF-8',
    );
    expect(await refused('empty.yml', 'nlu:\n- lookup: city\n  examples: |\n    - Pai\n')).toBe(
      'empty.yml is of Rasa nlu.yml and has no intents in it',
    );
    expect(await refused('bad.zip', zipOf({ 'agent.json': {}, 'intents/x.json': '{' }))).toBe(
      'intents/x.json is no valid JSON',
    );
  });
});
