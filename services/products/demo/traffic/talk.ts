import content from '../content/traffic.json' with { type: 'json' };
import type { Message } from '../../../../schemas/generated/types.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { Random } from '../../../engine/modules/random.ts';
import { labelOf, messagesOf } from './sentences.ts';

/** What the demo's conversations name, by name. */
export interface Known {
  templates: ReadonlyMap<string, string>;
  intents: ReadonlyMap<string, string>;
  /** Areas of the rich menus of a channel that answer with a template, by channel. */
  taps?: ReadonlyMap<string, readonly MenuTap[]>;
  /** What a platform was sent of a template's message, which the console draws; without it words stand for it. */
  contentOf?: (template: string, place: number, channel: string) => JsonObject | undefined;
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
  /** For people who write Thai. */
  templateTh?: string;
  text: { en: string; th: string };
  intent?: string;
}
const QUESTIONS: readonly Question[] = content.questions;
/** What is tapped after a template's answer, with shares. */
const NEXT: Readonly<Record<string, Readonly<Record<string, number>>>> = content.next;

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
        this.say({ source: 'USER', type: 'text', text: other.text[person.thai ? 'th' : 'en'] });
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
  tell(text: string): Row[] {
    this.say({ source: 'BROADCAST', type: 'flex', text });
    this.at += this.random.integer(1, 25) * 60_000;
    if (this.random.chance(0.25)) this.hold();
    return this.rows;
  }

  /** The template that answers; nothing for what the bot does not understand. */
  private ask(): string | undefined {
    const { random, person } = this;
    const question = random.pick(QUESTIONS);
    this.say({ source: 'USER', type: 'text', text: question.text[person.thai ? 'th' : 'en'] });
    if (random.chance(0.07)) return undefined;
    const template = (person.thai && question.templateTh) || question.template;
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
    const text = labelOf(name, next);
    this.say({ source: 'USER', type: 'postback', text, ...(template !== undefined && { template }) });
  }

  private nextOf(template: string): string | undefined {
    const shares = NEXT[template.replace(/_th$/, '')];
    if (!shares || this.random.chance(0.25)) return undefined;
    const choices = Object.entries(shares);
    let left = this.random.next() * choices.reduce((sum, [, share]) => sum + share, 0);
    return choices.find(([, share]) => (left -= share) < 0)?.[0];
  }

  private answer(name: string, intent?: string): void {
    const template = this.known.templates.get(name);
    const about = {
      ...(template !== undefined && { template }),
      ...(intent !== undefined && { intent: this.known.intents.get(intent), understood: true }),
      answer: `${this.key}-${this.rows.length}`,
    };
    this.at += this.random.integer(800, 3_000);
    for (const [place, message] of messagesOf(name).entries()) {
      const content = this.known.contentOf?.(name, place, this.person.channel);
      this.say(
        { source: 'BOT', ...message, ...about, place, ...(content && { content }) },
        this.random.integer(200, 900),
      );
    }
  }

  private handOff(): Row[] {
    const template = this.known.templates.get('handoff');
    const last = this.random.integer(1, 5);
    this.say({
      source: 'BOT',
      type: 'text',
      text: 'A colleague takes over.',
      understood: false,
      template,
      place: 0,
      handoff: true,
    });
    for (let n = 0; n < last; n++) {
      this.say({ source: 'AGENT', type: 'text', text: this.random.pick(content.staff) });
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
