import type { Message } from '../../../../schemas/generated/types.ts';
import type { Random } from '../../../engine/modules/random.ts';

/** What the demo's conversations name, by name. */
export interface Known {
  templates: ReadonlyMap<string, string>;
  intents: ReadonlyMap<string, string>;
  /** Areas of the rich menus of a channel that answer with a template, by channel. */
  taps?: ReadonlyMap<string, readonly MenuTap[]>;
}

/** An area of a rich menu, and the name of the template that it answers with. */
export interface MenuTap {
  action: string;
  label: string;
  template: string;
}

/** Conversations that begin with a tap on a rich menu, where there is one. */
const BY_MENU = 0.22;

export interface Person {
  id: string;
  channel: string;
  thai: boolean;
}

export type Row = Partial<Message> & { at: string; key: string };

interface Question {
  template: string;
  /** With another one for people who write Thai. */
  thai?: string;
  texts: [english: string, thai: string];
  intent?: string;
}

const faq = (name: string, english: string, thai: string): Question => ({
  ...{ template: `faq_${name}`, thai: `faq_${name}_th`, texts: [english, thai], intent: name },
});
const QUESTIONS: Question[] = [
  faq('delivery_time', 'How long is delivery?', 'ส่งกี่วันถึงคะ'),
  faq('delivery_cost', 'What does delivery cost?', 'ค่าส่งเท่าไหร่'),
  faq('return_policy', 'Can I return it?', 'เปลี่ยนคืนได้ไหม'),
  faq('opening_hours', 'When are you open?', 'เปิดกี่โมงคะ'),
  faq('payment_methods', 'How can I pay?', 'จ่ายยังไงได้บ้าง'),
  faq('size_guide', 'Which size fits me?', 'ไซส์ไหนดีคะ'),
  faq('points_balance', 'How many points do I have?', 'มีกี่คะแนนคะ'),
  { template: 'order_status', texts: ['Where is my order?', 'ของถึงไหนแล้ว'], intent: 'order_status' },
  { template: 'stores', texts: ['Where are your stores?', 'สาขาอยู่ที่ไหน'], intent: 'store_locator' },
  { template: 'catalogue', texts: ['Show me what is new', 'มีอะไรใหม่บ้าง'], intent: 'catalogue' },
  { template: 'loy_krathong', texts: ['Loy Krathong?', 'ลอยกระทงมีโปรไหม'] },
];
/** What is tapped next, and how often, by the template that was answered. */
const NEXT: Record<string, [template: string, share: number][]> = {
  welcome: [
    ['main_menu', 4],
    ['stores', 2],
    ['catalogue', 3],
  ],
  welcome_back: [
    ['main_menu', 3],
    ['order_status', 3],
    ['catalogue', 2],
  ],
  main_menu: [
    ['catalogue', 4],
    ['stores', 3],
    ['order_status', 3],
    ['faq_contact', 1],
  ],
  catalogue: [
    ['lookbook', 4],
    ['loy_krathong', 2],
    ['book_fitting', 2],
    ['faq_size_guide', 2],
  ],
  lookbook: [
    ['catalogue', 2],
    ['book_fitting', 2],
    ['receipt', 3],
  ],
  loy_krathong: [
    ['loy_krathong_map', 4],
    ['catalogue', 3],
    ['receipt', 2],
  ],
  stores: [
    ['ask_location', 3],
    ['faq_opening_hours', 3],
    ['book_fitting', 1],
  ],
  order_status: [
    ['faq_delivery_time', 3],
    ['survey', 2],
    ['goodbye', 2],
  ],
  receipt: [
    ['survey', 3],
    ['goodbye', 2],
  ],
  survey: [['goodbye', 4]],
};
const STAFF = ['I look into it.', 'รอสักครู่นะคะ', 'It is on its way.', 'ได้เลยค่ะ', 'Anything else?'];

/** Writes down one conversation, message by message. */
export class Talk {
  readonly rows: Row[] = [];

  constructor(
    private readonly person: Person,
    private readonly key: string,
    private at: number,
    private readonly known: Known,
    private readonly random: Random,
  ) {}

  /** A question and what comes of it. */
  hold(): Row[] {
    const { random, person } = this;
    const [tap, ...taps] = this.known.taps?.get(person.channel) ?? [];
    let template = tap && random.chance(BY_MENU) ? this.tapMenu([tap, ...taps]) : this.ask();
    if (template === undefined) return this.handOff();
    while (this.rows.length < 14 && random.chance(0.52)) {
      if (random.chance(0.05)) return this.handOff();
      const next = this.nextOf(template);
      if (next === undefined) {
        const other = random.pick(QUESTIONS);
        this.say({ source: 'USER', type: 'text', text: other.texts[person.thai ? 1 : 0] });
        template = other.template;
        this.answer(template, other.intent);
      } else {
        this.tap(template, next);
        this.answer((template = next));
      }
    }
    if (random.chance(0.2)) this.say({ source: 'USER', type: 'sticker' });
    return this.rows;
  }

  /** The first that is heard of a person. */
  meet(): Row[] {
    const isFollow = this.random.chance(0.6);
    this.say({
      ...{ source: 'USER', newcomer: true },
      ...(isFollow ? { kind: 'follow', type: 'other' } : { type: 'text', text: 'สวัสดีค่ะ' }),
    });
    this.answer('welcome');
    return this.random.chance(0.6) ? this.hold() : this.rows;
  }

  /** A broadcast, which some answer. */
  tell(about: string): Row[] {
    this.say({ source: 'BROADCAST', type: 'flex', text: about.replaceAll('-', ' ') });
    this.at += this.random.integer(1, 25) * 60_000;
    if (this.random.chance(0.25)) this.hold();
    return this.rows;
  }

  /** The template that answers; nothing for what the bot does not understand. */
  private ask(): string | undefined {
    const { random, person } = this;
    const question = random.pick(QUESTIONS);
    this.say({ source: 'USER', type: 'text', text: question.texts[person.thai ? 1 : 0] });
    if (random.chance(0.07)) return undefined;
    const template = (person.thai && question.thai) || question.template;
    this.answer(template, random.chance(0.9) ? question.intent : undefined);
    return template;
  }

  /** The first areas are tapped most. */
  private tapMenu(taps: readonly [MenuTap, ...MenuTap[]]): string {
    const [first, ...others] = taps;
    const { action, label, template } = others.findLast(() => this.random.chance(0.3)) ?? first;
    this.say({ source: 'USER', type: 'postback', text: label, action });
    this.answer(template);
    return template;
  }

  private tap(name: string, next: string): void {
    const template = this.known.templates.get(name);
    const text = next.replaceAll('_', ' ');
    this.say({ source: 'USER', type: 'postback', text, ...(template !== undefined && { template }) });
  }

  private nextOf(template: string): string | undefined {
    const choices = NEXT[template.replace(/_th$/, '')];
    if (!choices || this.random.chance(0.25)) return undefined;
    let left = this.random.next() * choices.reduce((sum, [, share]) => sum + share, 0);
    return choices.find(([, share]) => (left -= share) < 0)?.[0];
  }

  private answer(name: string, intent?: string): void {
    const template = this.known.templates.get(name);
    const about = {
      ...(template !== undefined && { template }),
      ...(intent !== undefined && { intent: this.known.intents.get(intent) }),
      answer: `${this.key}-${this.rows.length}`,
    };
    this.at += this.random.integer(800, 3_000);
    const text = name.replaceAll('_', ' ');
    const count = this.random.chance(0.3) ? 2 : 1;
    for (let place = 0; place < count; place++)
      this.say({ source: 'BOT', type: 'text', text, ...about, place }, this.random.integer(200, 900));
  }

  private handOff(): Row[] {
    const template = this.known.templates.get('handoff');
    const last = this.random.integer(1, 5);
    this.say({
      source: 'BOT',
      type: 'text',
      text: 'A colleague takes over.',
      template,
      place: 0,
      handoff: true,
    });
    for (let n = 0; n < last; n++) {
      this.say({ source: 'AGENT', type: 'text', text: this.random.pick(STAFF) });
      if (this.random.chance(0.6)) this.say({ source: 'USER', type: 'text', text: 'ขอบคุณค่ะ' });
    }
    return this.rows;
  }

  /** @param pause milliseconds since the message before */
  private say(message: Partial<Message>, pause = this.random.integer(8_000, 150_000)): void {
    this.at += pause;
    const { id: profile, channel } = this.person;
    const [at, key] = [new Date(this.at).toISOString(), `${this.key}-${this.rows.length}`];
    this.rows.push({ kind: 'message', ...message, at, key, channel, profile });
  }
}
