import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Training } from '../../schemas/understanding/training.ts';
import type { BotTestResult } from '../../schemas/understanding/botTest.ts';
import { swapKeyboardLayout } from '../../schemas/understanding/keyboards.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let admin: Call;
const ids: Record<string, string> = {};

const made = async (path: string, body: object): Promise<string> => {
  const answer = await admin('POST', `/api/v1/${path}`, body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
};
const template = (name: string, text: string) =>
  made('templates', { name, platform: 'multi', messages: [{ type: 'text', text }] });
const states = async () =>
  ((await admin('GET', '/api/v1/intents/training')).body as unknown as Training).classifiers.map(
    ({ state }) => state,
  );

async function train(): Promise<void> {
  await admin('POST', '/api/v1/intents/train', {});
  await vi.waitFor(async () => expect(await states()).toEqual(['trained', 'trained', 'trained']), {
    timeout: 60_000,
    interval: 50,
  });
}

beforeAll(async () => {
  services = await startServices();
  admin = await services.as('owner');
  await services.jobs.start();
  const options = [
    { name: 'Nan', synonyms: ['น่าน'] },
    { name: 'Trang', synonyms: ['ตรัง'] },
  ];
  ids['zone'] = await made('entities', { name: 'kite_zone', format: 'list', options });
  ids['pieces'] = await made('entities', { name: 'kite_pieces', format: 'system', system: 'number' });
  ids['send'] = await made('intents', {
    name: 'send_kite',
    samples: [
      'deliver a kite',
      'send a kite to [Nan](kite_zone)',
      'kite delivery please',
      'please deliver my kite',
      'ส่งว่าว',
      'อยากส่งว่าวไป[น่าน](kite_zone)',
      'ส่งว่าวให้หน่อย',
      'ช่วยจัดส่งว่าวที',
    ],
  });
  ids['hours'] = await made('intents', {
    name: 'museum_hours',
    samples: [
      'when does the museum open',
      'museum hours',
      'when does the museum in [Nan](kite_zone) open',
      'what time does the museum close',
      'พิพิธภัณฑ์เปิดกี่โมง',
      'เวลาเปิดพิพิธภัณฑ์',
      'พิพิธภัณฑ์ปิดเมื่อไร',
      'พิพิธภัณฑ์ที่[น่าน](kite_zone)เปิดกี่โมง',
    ],
  });
  const [sent, open] = [await template('kite_sent', 'On its way'), await template('museum_open', 'At nine')];
  await made('mappers', {
    intent: ids['send'],
    entities: [ids['zone'], ids['pieces']],
    questions: [
      { entity: ids['zone'], text: 'Where to?', quickReplies: ['Nan', 'Trang'] },
      { entity: ids['pieces'], text: 'How many?' },
    ],
    action: { type: 'template', template: sent },
  });
  await made('mappers', { intent: ids['hours'], action: { type: 'template', template: open } });
  await train();
}, 240_000);
afterAll(() => services.stop());

/** A conversation with the bot; each line is what is said and what comes back. */
class Talk {
  last: BotTestResult | undefined;
  private at = new Date('2026-11-26T03:00:00Z').getTime();

  async say(text: string, minutesLater = 1): Promise<string> {
    this.at += minutesLater * 60_000;
    const { status, body } = await admin('POST', '/api/v1/intents/try', {
      ...{ text, at: new Date(this.at).toISOString() },
      ...(this.last?.expecting && { expecting: this.last.expecting }),
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    this.last = body as unknown as BotTestResult;
    const [message] = this.last.answer.messages as { text?: string }[];
    return this.last.failed ? 'fail action' : (message?.text ?? '');
  }

  get trace(): string {
    return (this.last?.steps ?? []).map(({ text }) => text).join('\n');
  }
}

const LANGUAGES = [
  {
    language: 'English',
    send: 'please deliver a kite',
    hours: 'when does the museum open',
    hoursThere: 'when does the museum in Nan open',
    place: 'to Nan please',
    number: '3',
    neverMind: 'never mind',
    taken: 'All right.',
    nonsense: 'qwzx vbnk plof',
  },
  {
    language: 'Thai',
    send: 'ช่วยส่งว่าวให้หน่อย',
    hours: 'พิพิธภัณฑ์เปิดกี่โมง',
    hoursThere: 'พิพิธภัณฑ์ที่น่านเปิดกี่โมง',
    place: 'น่านค่ะ',
    number: '๓ ตัว',
    neverMind: 'ไม่เป็นไรค่ะ',
    taken: 'ได้เลย',
    nonsense: 'ฮฮฬฬ ฌฌฎฎ',
  },
];

describe.each(LANGUAGES)('a question for an entity, in $language,', (words) => {
  it('is answered in the next sentence, and the next question after it', async () => {
    const talk = new Talk();
    expect(await talk.say(words.send)).toBe('Where to?');
    expect(await talk.say(words.place)).toBe('How many?');
    expect(talk.trace).toContain('kite_zone was asked for');
    expect(await talk.say(words.number)).toBe('On its way');
    expect(talk.last?.entities).toMatchObject([
      { entity: 'kite_zone', value: 'Nan' },
      { entity: 'kite_pieces', value: '3' },
    ]);
    expect(talk.last?.expecting).toBeNull();
  });

  it('gives way to another subject, and is still answered afterwards', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    expect(await talk.say(words.hours)).toBe('At nine');
    expect(talk.trace).toContain('kite_zone was asked for, but this is about something else');
    expect(await talk.say(words.place)).toBe('How many?');
  });

  it('gives way to another subject that has the entity in it', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    expect(await talk.say(words.hoursThere)).toBe('At nine');
    expect(talk.trace).toContain('kite_zone was asked for, but this is about something else');
    expect(talk.last?.intent).toBe('museum_hours');
  });

  it('is retained for 30 minutes, with what was understood before', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    await talk.say(words.hours, 10);
    expect(await talk.say(words.place, 20)).toBe('How many?');
    await talk.say(words.hours, 10);
    expect(await talk.say(words.number, 21)).toBe('fail action');
    expect(talk.trace).toContain('kite_pieces was asked for more than 30 minutes ago');
  });

  it('is taken back with “never mind”', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    expect(await talk.say(words.neverMind)).toBe(words.taken);
    expect(talk.trace).toContain('Taken back: kite_zone is no longer waited for');
    await talk.say(words.place);
    expect(talk.last?.mapper).toBeNull();
  });

  it('is taken back with “never mind” and a new wish, which is answered', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    expect(await talk.say(`${words.neverMind}, ${words.hours}`)).toBe('At nine');
    expect(talk.trace).toContain('Taken back: kite_zone is no longer waited for');
    expect(talk.last?.expecting).toBeNull();
  });

  it('outlives what is not understood', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    expect(await talk.say(words.nonsense)).toBe('fail action');
    expect(await talk.say(words.place)).toBe('How many?');
  });

  it('is asked again where the request is repeated, and values found before stay', async () => {
    const talk = new Talk();
    await talk.say(words.send);
    expect(await talk.say(words.place)).toBe('How many?');
    expect(await talk.say(words.send)).toBe('How many?');
    expect(await talk.say(words.number)).toBe('On its way');
  });
});

it('“never mind” is answered by an intent to which it was taught', async () => {
  const reply = await template('kite_sorry', 'What else?');
  const intent = await made('intents', { name: 'kite_never', samples: ['never mind', 'ไม่เป็นไร'] });
  await made('mappers', { intent, action: { type: 'template', template: reply } });
  await train();
  for (const { send, neverMind } of LANGUAGES) {
    const talk = new Talk();
    await talk.say(send);
    expect(await talk.say(neverMind.replace('ค่ะ', ''))).toBe('What else?');
    expect(talk.last?.expecting).toBeNull();
  }
});

describe('“Did you mean …?”', () => {
  const DRUMS = [
    {
      language: 'English',
      said: 'my drum',
      question: 'Did you mean …?',
      label: 'Fix a drum',
      other: 'Return drum',
    },
    {
      language: 'Thai',
      said: 'กลองของฉัน',
      question: 'คุณหมายถึงข้อไหน',
      label: 'Fix a drum',
      other: 'คืนกลองของฉัน',
    },
  ];
  const ask = async (values: object): Promise<void> => {
    const { body } = await admin('GET', '/api/v1/networks/current');
    const { confidenceThreshold, version, defaultMode, globalDelay } = body;
    const whole = { confidenceThreshold, version, defaultMode, globalDelay, ...values };
    expect(await admin('PUT', '/api/v1/networks/current', whole)).toMatchObject({ status: 200 });
  };

  beforeAll(async () => {
    const [fix, back] = [
      await made('intents', {
        name: 'fix_drum',
        label: 'Fix a drum',
        samples: ['my drum is broken', 'repair my drum', 'กลองของฉันพัง', 'ซ่อมกลองของฉัน'],
      }),
      await made('intents', {
        name: 'return_drum',
        samples: ['my drum is wrong', 'return my drum', 'กลองของฉันผิดรุ่น', 'คืนกลองของฉัน'],
      }),
    ];
    const action = { type: 'template', template: await template('drum_fixed', 'We fix it') };
    await made('mappers', { intent: fix, action });
    const other = { type: 'template', template: await template('drum_back', 'Send it back') };
    await made('mappers', { intent: back, action: other });
    await train();
  }, 90_000);

  it('is not asked unless the setting says so', async () => {
    for (const { said } of DRUMS) {
      const talk = new Talk();
      await talk.say(said);
      expect(talk.last?.expecting?.['choices']).toBeUndefined();
    }
  });

  it.each(DRUMS)('offers up to three in $language, and goes on with what is chosen', async (drum) => {
    await ask({ askWhenClose: true, closeBy: 0.3 });
    const talk = new Talk();
    expect(await talk.say(drum.said)).toBe(drum.question);
    expect(talk.trace).toMatch(/Close together: \w+_drum 0\.\d\d, \w+_drum 0\.\d\d\. Asks which is meant/);
    expect(talk.last).toMatchObject({ intent: null, failed: false });
    const items = talk.last?.answer.quickReply?.items ?? [];
    expect(items.map(({ label }) => label).toSorted()).toEqual([drum.label, drum.other].toSorted());
    expect(items.every(({ label }) => [...label].length <= 20)).toBe(true);
    expect(items.length).toBeLessThanOrEqual(3);
    // Each channel has them in its own form.
    const { LINE, FACEBOOK } = talk.last?.payloads ?? {};
    expect(LINE?.messages[0]?.['quickReply']).toMatchObject({
      items: expect.arrayContaining([
        { type: 'action', action: { type: 'message', label: drum.label, text: drum.label } },
      ]),
    });
    expect(FACEBOOK?.messages[0]).toMatchObject({
      quick_replies: expect.arrayContaining([expect.objectContaining({ title: drum.label })]),
    });
    expect(await talk.say(drum.label.toLowerCase())).toBe('We fix it');
    expect(talk.last).toMatchObject({ intent: 'fix_drum', chosen: { text: drum.said, intent: 'fix_drum' } });
    expect(talk.trace).toContain(`Chosen: fix_drum, for “${drum.said}”`);
  });

  it('is asked of no sentence that is a sample, and may be left for something else', async () => {
    await ask({ askWhenClose: true, closeBy: 0.3 });
    const talk = new Talk();
    expect(await talk.say('My drum is broken!')).toBe('We fix it');
    expect(await talk.say('my drum')).toBe('Did you mean …?');
    expect(await talk.say('when does the museum open')).toBe('At nine');
    expect(await talk.say('my drum')).toBe('Did you mean …?');
    expect(await talk.say('never mind')).toBe('What else?');
    expect(talk.trace).toContain('Taken back: no choice is waited for');
  });

  it('the original text is stored, whatever was recognised in it', async () => {
    await ask({ askWhenClose: true, closeBy: 0.3 });
    const talk = new Talk();
    const typed = swapKeyboardLayout('กลองของฉัน') ?? '';
    expect(await talk.say(typed)).toBe('คุณหมายถึงข้อไหน');
    expect(await talk.say('Fix a drum')).toBe('We fix it');
    expect(talk.last?.chosen).toEqual({ text: typed, intent: 'fix_drum' });
    await talk.say('please deliver a kite');
    expect(await talk.say('never mind, my drum')).toBe('Did you mean …?');
    expect(await talk.say('Fix a drum')).toBe('We fix it');
    expect(talk.last?.chosen).toEqual({ text: 'never mind, my drum', intent: 'fix_drum' });
  });

  it('continues with what was understood before, where the chosen intent is the pending one', async () => {
    const paint = await made('intents', {
      name: 'paint_boat',
      samples: ['paint my boat in [Nan](kite_zone)', 'paint my boat', 'boat of mine to be painted'],
    });
    const wash = await made('intents', {
      name: 'wash_boat',
      samples: ['wash my boat in [Nan](kite_zone)', 'wash my boat', 'boat of mine to be washed'],
    });
    const [painted, washed] = [await template('painted', 'Painted'), await template('washed', 'Washed')];
    await made('mappers', {
      intent: paint,
      entities: [ids['zone'], ids['pieces']],
      questions: [
        { entity: ids['zone'], text: 'Boat where?' },
        { entity: ids['pieces'], text: 'How many boats?' },
      ],
      action: { type: 'template', template: painted },
    });
    await made('mappers', { intent: wash, action: { type: 'template', template: washed } });
    await train();
    await ask({ askWhenClose: true, closeBy: 0.3 });
    const talk = new Talk();
    expect(await talk.say('paint my boat in Nan')).toBe('How many boats?');
    expect(await talk.say('my boat')).toBe('Did you mean …?');
    expect(await talk.say('Paint boat')).toBe('How many boats?');
    expect(await talk.say('3')).toBe('Painted');
    expect(talk.last?.expecting).toBeNull();
  });

  it('asks in the words of the setting', async () => {
    await ask({ askWhenClose: true, closeBy: 0.3, closeQuestion: 'Which of these?' });
    expect(await new Talk().say('my drum')).toBe('Which of these?');
    const wrong = await admin('PUT', '/api/v1/networks/current', {
      ...(await admin('GET', '/api/v1/networks/current')).body,
      closeBy: 0.6,
    });
    expect(wrong.body['fields']).toEqual({ '/closeBy': 'Close together must be between 0.01 and 0.50' });
  });
});

describe('on a channel', () => {
  let channel: string;
  let number = 0;
  const until = { timeout: 30_000, interval: 100 };

  beforeAll(async () => {
    channel = String((await admin('GET', '/api/v1/channels?type=WEBCHAT')).body[0]?.['id']);
    await services.app.startModules();
  });

  const ask = async (path: string, token?: string, body?: unknown) => {
    const response = await services.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v1/webchat/${channel}/${path}`,
      headers: {
        origin: 'https://shop.example',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return response.json<Record<string, unknown>>();
  };
  const visitor = async (): Promise<string> =>
    String((await ask('sessions', undefined, { language: 'en' }))['token']);
  /** Says or taps something, and returns the text of the answer. */
  const say = async (token: string, said: object): Promise<unknown> => {
    const readReplies = async () =>
      ((await ask('messages', token))['messages'] as { from: string; message: { text?: string } }[]).filter(
        ({ from }) => from === 'bot',
      );
    const before = (await readReplies()).length;
    await ask('messages', token, { id: `said-in-a-dialogue-${++number}`, ...said });
    await vi.waitFor(async () => expect((await readReplies()).length).toBe(before + 1), until);
    return (await readReplies()).at(-1)?.message.text;
  };
  /** As platforms report a quick reply that stands in no template. */
  const tap = (label: string) => ({ tap: { action: 'unsaved', label } });

  it('the quick replies of a question may be tapped, where a tap is no message', async () => {
    const token = await visitor();
    expect(await say(token, { text: 'please deliver a kite' })).toBe('Where to?');
    expect(await say(token, tap('Nan'))).toBe('How many?');
    expect(await say(token, { text: '4' })).toBe('On its way');
  });

  it('what somebody chose is offered for teaching, and counted once', async () => {
    const token = await visitor();
    expect(await say(token, { text: 'my own drum' })).toBe('Which of these?');
    const row = (expected: object) =>
      vi.waitFor(async () => {
        const { body } = await admin('GET', '/api/v1/missed-sentences?keyword=my%20own%20drum');
        const [found] = body as unknown as { id: string }[];
        expect(found).toMatchObject(expected);
        return found?.id;
      }, until);
    await row({ why: 'doubt', count: 1 });
    expect(await say(token, tap('Fix a drum'))).toBe('We fix it');
    const id = await row({ why: 'choice', count: 1, chosen: 'fix_drum', status: 'open' });
    const { body } = await admin('POST', '/api/v1/missed-sentences/guesses', { ids: [id] });
    expect(body['intents']).toMatchObject([{ name: 'fix_drum', score: 1 }, {}, {}]);
  });

  it('what somebody chose is one row, though it was read with the other keyboard layout', async () => {
    const token = await visitor();
    const typed = swapKeyboardLayout('กลองของฉัน') ?? '';
    expect(await say(token, { text: typed })).toBe('Which of these?');
    expect(await say(token, tap('Fix a drum'))).toBe('We fix it');
    await vi.waitFor(async () => {
      const found = async (words: string) =>
        (await admin('GET', `/api/v1/missed-sentences?keyword=${encodeURIComponent(words)}`)).body;
      const rows = [await found(typed), await found('กลองของฉัน')].flat();
      expect(rows).toMatchObject([{ sentence: typed, why: 'choice', count: 1, chosen: 'fix_drum' }]);
    }, until);
  });
});
