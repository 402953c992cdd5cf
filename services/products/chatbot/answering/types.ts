import type {
  ChatLogic,
  Entities,
  Flow,
  Mapper,
  Reply,
  Template,
} from '../../../../schemas/generated/types.ts';
import type { Action, AnswerContent } from '../../../../schemas/messages/types.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { FoundEntity, RecognizableEntity } from '../../../../schemas/understanding/entities.ts';
import type { IntentScore, Step, TextUnderstanding } from '../../../../schemas/understanding/botTest.ts';

/** The bot's reaction: `then` of a rule, the action of a mapper, a fail action. */
export type { Reply };
export type StoredRecord<Name extends keyof Entities> = Entities[Name] & EntityRecord;

/** An inbound event as the bot reads it. */
export interface Inbound {
  event: NonNullable<ChatLogic['when']>['event'];
  text: string;
  at: Date;
  channel?: { id?: string; type: ChannelType };
  /** Tags of the person. */
  tags?: readonly string[];
  /** What the previous answer waits for. */
  expecting?: Expecting;
  /** The tapped action, if it is known. */
  tapped?: Action;
}

/** What an answer expects next. Stored with the conversation and passed in with the person's next message. */
export interface Expecting {
  /** The mapper, the entity that it asked for, and the entities found so far. */
  mapper?: string;
  entity?: string;
  found?: FoundEntity[];
  /** When it asked. */
  asked?: string;
  /** The person has changed the subject since; the question stays pending. */
  isLeft?: boolean;
  /** Offered quick replies, whose labels may be typed. */
  replies?: Action[];
  /** Intents that the person was asked to choose from. */
  choices?: Choices;
}

/** A text that may mean several intents, and the label of each that the person saw. */
export interface Choices {
  /** As the person wrote it. */
  text: string;
  /** The text as it was read, if different: in the other keyboard layout, or what followed “never mind”. */
  read?: string;
  intents: { id: string; name: string; label: string }[];
}

/** What the bot knows, read as an answer needs it. */
export interface Knowledge {
  threshold: number;
  failAction?: Reply;
  /** Answers a location, unless a rule does. */
  locationAction?: Reply;
  /** The active ChatAd of the channel with exactly this keyword. */
  chatAd(channel: string, text: string): Promise<ChatAdMatch | undefined>;
  rules(): Promise<StoredRecord<'chat-logic'>[]>;
  /** Best score first. */
  understand(text: string): Promise<TextUnderstanding>;
  /** When to ask which intent was meant: the largest distance of their scores, and the question. Absent: never. */
  disambiguation?: { maxDistance: number; question?: string };
  intents(ids: readonly string[]): Promise<StoredRecord<'intent'>[]>;
  mappersOf(intent: string): Promise<StoredRecord<'mapper'>[]>;
  mapper(id: string): Promise<StoredRecord<'mapper'> | undefined>;
  /** Entities that are detected in every message, and those with the ids. */
  entities(ids: readonly string[]): Promise<RecognizableEntity[]>;
  template(id: string): Promise<StoredRecord<'template'> | undefined>;
  flow(idOrName: string): Promise<StoredRecord<'flow'> | undefined>;
}

/** A ChatAd that matched, with its template. */
interface ChatAdMatch extends NamedRecord {
  topic: string;
  template: string;
}

interface NamedRecord {
  id: string;
  name: string;
}

/** A tag or variable that an answer sets. */
export interface Assignment {
  tag?: string;
  variable?: string;
  value?: string;
}

/** What the bot answers, and why. */
export interface BotAnswer {
  /** The intent that was recognised; null where the bot was not sure enough. */
  intent: NamedRecord | null;
  score: number;
  scores: IntentScore[];
  entities: FoundEntity[];
  /** The ChatAd whose keyword was written. */
  chatAd: NamedRecord | null;
  rule: NamedRecord | null;
  mapper: NamedRecord | null;
  flow: { id: string; name: string; action: string } | null;
  template: NamedRecord | null;
  /** Messages of the templates, in their order. */
  answer: AnswerContent;
  handoff: { team?: string } | null;
  sets: Assignment[];
  /** What the person wrote, and which of the offered intents was chosen for it. */
  chosen: { text: string; intent: NamedRecord } | null;
  /** The fail action was run. */
  failed: boolean;
  steps: Step[];
  expecting?: Expecting;
}

export type { AnswerContent, ChannelType, Flow, FoundEntity, Mapper, RecognizableEntity, Template };
