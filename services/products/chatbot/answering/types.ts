import type { ChatLogic, Entities, Flow, Mapper, Template } from '../../../../schemas/generated/types.ts';
import type { Action, Answer } from '../../../../schemas/messages/types.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { FoundEntity, Recognisable } from '../../../../schemas/understanding/entities.ts';
import type { Scored, Step } from '../../../../schemas/understanding/trial.ts';

/** What the bot does: `then` of a rule, the action of a mapper, a fail action. */
export type Reply = ChatLogic['then'];
export type StoredRecord<Name extends keyof Entities> = Entities[Name] & EntityRecord;

/** What somebody did. */
export interface Inbound {
  event: NonNullable<ChatLogic['when']>['event'];
  text: string;
  at: Date;
  channel?: { id?: string; type: ChannelType };
  /** Tags of the person. */
  tags?: readonly string[];
  /** What was left open by the answer before. */
  expecting?: Expecting;
  /** Of a tap: the action of the button, where it is known. */
  tapped?: Action;
}

/** What an answer waits for; comes back with the next message. */
export interface Expecting {
  /** The mapper that misses an entity, which one was asked for, and what was found so far. */
  mapper?: string;
  entity?: string;
  found?: FoundEntity[];
  /** Quick replies that were offered: their words, typed, mean the same as a tap. */
  replies?: Action[];
}

/** What the bot knows, looked up as far as an answer needs it. */
export interface Knowledge {
  threshold: number;
  failAction?: Reply;
  /** What is answered to a place, unless a rule does. */
  locationAction?: Reply;
  /** What an active ChatAd of the channel has for exactly these words. */
  chatAd(channel: string, text: string): Promise<ChatAdMatch | undefined>;
  rules(): Promise<StoredRecord<'chat-logic'>[]>;
  /** Likeliest first. */
  understand(text: string): Promise<Scored[]>;
  mappersOf(intent: string): Promise<StoredRecord<'mapper'>[]>;
  mapper(id: string): Promise<StoredRecord<'mapper'> | undefined>;
  /** Those that are looked for in every message, and those of the ids. */
  entities(ids: readonly string[]): Promise<Recognisable[]>;
  template(id: string): Promise<StoredRecord<'template'> | undefined>;
  flow(idOrName: string): Promise<StoredRecord<'flow'> | undefined>;
}

/** The answer of a ChatAd: which one, and the template. */
export interface ChatAdMatch extends NamedRecord {
  topic: string;
  template: string;
}

export interface NamedRecord {
  id: string;
  name: string;
}

/** What is set about the person on the way. */
export interface Assignment {
  tag?: string;
  variable?: string;
  value?: string;
}

export interface BotAnswer {
  /** The intent that was recognised; null where the bot was not sure enough. */
  intent: NamedRecord | null;
  score: number;
  scores: Scored[];
  entities: FoundEntity[];
  /** The ChatAd of which it said a keyword. */
  chatAd: NamedRecord | null;
  rule: NamedRecord | null;
  mapper: NamedRecord | null;
  flow: { id: string; name: string; action: string } | null;
  template: NamedRecord | null;
  /** Messages of the templates that are sent, in their order. */
  answer: Answer;
  handoff: { team?: string } | null;
  sets: Assignment[];
  /** The fail action was taken. */
  failed: boolean;
  steps: Step[];
  expecting?: Expecting;
}

export type { Answer, ChannelType, Flow, FoundEntity, Mapper, Recognisable, Template };
