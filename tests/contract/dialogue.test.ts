import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Training } from '../../schemas/understanding/training.ts';
import type { Trial } from '../../schemas/understanding/trial.ts';
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
  last: Trial | undefined;
  private at = new Date('2026-11-26T03:00:00Z').getTime();

  async say(text: string, minutesLater = 1): Promise<string> {
    this.at += minutesLater * 60_000;
    const { status, body } = await admin('POST', '/api/v1/intents/try', {
      ...{ text, at: new Date(this.at).toISOString() },
      ...(this.last?.expecting && { expecting: this.last.expecting }),
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    this.last = body as unknown as Trial;
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

  it('is kept for 30 minutes, with what was understood before', async () => {
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

  it('is asked again where the wish is said again, and what was found stays', async () => {
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
