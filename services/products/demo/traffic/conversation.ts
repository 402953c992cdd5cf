import content from '../content/traffic.json' with { type: 'json' };
import type { Message } from '../../../../schemas/generated/types.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { Random } from '../../../engine/modules/random.ts';
import { buttonLabel, templateMessages } from './sentences.ts';

/** Records that the demo's conversations refer to, by name. */
export interface ContentIndex {
  templates: ReadonlyMap<string, string>;
  intents: ReadonlyMap<string, string>;
  /** Areas of the rich menus of a channel that answer with a template, by channel. */
  taps?: ReadonlyMap<string, readonly MenuTap[]>;
  /** The platform's format of a template's message, which the console draws; without it the console shows its text. */
  contentOf?: (template: string, place: number, channel: string) => JsonObject | undefined;
}

/** An area of a rich menu, and the name of the template that it answers with. */
export interface MenuTap {
  action: string;
  label: string;
  template: string;
}

/** Share of conversations that begin with a tap on a rich menu, if the channel has one. */
const MENU_TAP_SHARE = 0.22;

export interface Person {
  id: string;
  channel: string;
  thai: boolean;
}

export type Row = Partial<Message> & { at: string; key: string };

interface Question {
  template: string;
  /** For people who write Thai. */
  templateTh?: string;
  text: { en: string; th: string };
  intent?: string;
}
const QUESTIONS: readonly Question[] = content.questions;
/** Templates that are tapped after a template's answer, with their shares. */
const FOLLOW_UP_SHARES: Readonly<Record<string, Readonly<Record<string, number>>>> = content.next;

/** Builds the messages of one conversation. */
export class Conversation {
  readonly rows: Row[] = [];

  constructor(
    private readonly person: Person,
    private readonly key: string,
    private at: number,
    private readonly index: ContentIndex,
    private readonly random: Random,
  ) {}

  /** Adds a question, its answer, and follow-ups. */
  addExchange(): Row[] {
    const { random, person } = this;
    const [tap, ...taps] = this.index.taps?.get(person.channel) ?? [];
    let template =
      tap && random.chance(MENU_TAP_SHARE) ? this.addMenuTap([tap, ...taps]) : this.addQuestion();
    if (template === undefined) return this.addHandoff();
    while (this.rows.length < 14 && random.chance(0.52)) {
      if (random.chance(0.05)) return this.addHandoff();
      const next = this.pickNextTemplate(template);
      if (next === undefined) {
        const other = random.pick(QUESTIONS);
        this.addMessage({ source: 'USER', type: 'text', text: other.text[person.thai ? 'th' : 'en'] });
        template = other.template;
        this.addAnswer(template, other.intent);
      } else {
        this.addTap(template, next);
        this.addAnswer((template = next));
      }
    }
    if (random.chance(0.2)) this.addMessage({ source: 'USER', type: 'sticker' });
    return this.rows;
  }

  /** Adds a person's first message or follow, and the welcome. */
  addFirstContact(): Row[] {
    const isFollow = this.random.chance(0.6);
    this.addMessage({
      ...{ source: 'USER', newcomer: true },
      ...(isFollow ? { kind: 'follow', type: 'other' } : { type: 'text', text: 'สวัสดีค่ะ' }),
    });
    this.addAnswer('welcome');
    return this.random.chance(0.6) ? this.addExchange() : this.rows;
  }

  /** Adds a broadcast, to which some people reply. */
  addBroadcast(text: string): Row[] {
    this.addMessage({ source: 'BROADCAST', type: 'flex', text });
    this.at += this.random.integer(1, 25) * 60_000;
    if (this.random.chance(0.25)) this.addExchange();
    return this.rows;
  }

  /** @returns the template of the answer; undefined if the bot does not understand */
  private addQuestion(): string | undefined {
    const { random, person } = this;
    const question = random.pick(QUESTIONS);
    this.addMessage({ source: 'USER', type: 'text', text: question.text[person.thai ? 'th' : 'en'] });
    if (random.chance(0.07)) return undefined;
    const template = (person.thai && question.templateTh) || question.template;
    this.addAnswer(template, random.chance(0.9) ? question.intent : undefined);
    return template;
  }

  /** The first areas are tapped most. */
  private addMenuTap(taps: readonly [MenuTap, ...MenuTap[]]): string {
    const [first, ...others] = taps;
    const { action, label, template } = others.findLast(() => this.random.chance(0.3)) ?? first;
    this.addMessage({ source: 'USER', type: 'postback', text: label, action });
    this.addAnswer(template);
    return template;
  }

  private addTap(name: string, next: string): void {
    const template = this.index.templates.get(name);
    const text = buttonLabel(name, next);
    this.addMessage({ source: 'USER', type: 'postback', text, ...(template !== undefined && { template }) });
  }

  private pickNextTemplate(template: string): string | undefined {
    const shares = FOLLOW_UP_SHARES[template.replace(/_th$/, '')];
    if (!shares || this.random.chance(0.25)) return undefined;
    const choices = Object.entries(shares);
    let left = this.random.next() * choices.reduce((sum, [, share]) => sum + share, 0);
    return choices.find(([, share]) => (left -= share) < 0)?.[0];
  }

  private addAnswer(name: string, intent?: string): void {
    const template = this.index.templates.get(name);
    const about = {
      ...(template !== undefined && { template }),
      ...(intent !== undefined && { intent: this.index.intents.get(intent), understood: true }),
      answer: `${this.key}-${this.rows.length}`,
    };
    this.at += this.random.integer(800, 3_000);
    for (const [place, message] of templateMessages(name).entries()) {
      const content = this.index.contentOf?.(name, place, this.person.channel);
      this.addMessage(
        { source: 'BOT', ...message, ...about, place, ...(content && { content }) },
        this.random.integer(200, 900),
      );
    }
  }

  private addHandoff(): Row[] {
    const template = this.index.templates.get('handoff');
    const last = this.random.integer(1, 5);
    this.addMessage({
      source: 'BOT',
      type: 'text',
      text: 'A colleague takes over.',
      understood: false,
      template,
      place: 0,
      handoff: true,
    });
    for (let n = 0; n < last; n++) {
      this.addMessage({ source: 'AGENT', type: 'text', text: this.random.pick(content.staff) });
      if (this.random.chance(0.6)) this.addMessage({ source: 'USER', type: 'text', text: 'ขอบคุณค่ะ' });
    }
    return this.rows;
  }

  /** @param pause milliseconds since the message before */
  private addMessage(message: Partial<Message>, pause = this.random.integer(8_000, 150_000)): void {
    this.at += pause;
    const { id: profile, channel } = this.person;
    const [at, key] = [new Date(this.at).toISOString(), `${this.key}-${this.rows.length}`];
    this.rows.push({ kind: 'message', ...message, at, key, channel, profile });
  }
}
