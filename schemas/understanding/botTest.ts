import type { AnswerContent } from '../messages/types.ts';
import type { JsonObject } from '../model/types.ts';
import type { FoundEntity } from './entities.ts';
import type { Classifier } from './training.ts';

/** How sure the bot is that an intent was meant. */
export interface Scored {
  id: string;
  intent: string;
  /** From 0 to 1: the highest of the classifiers'. */
  score: number;
  by: Partial<Record<Classifier, number>>;
}

/** What the bot makes of a text. */
export interface Understood {
  /** Surest first. */
  scores: Scored[];
  /** The text with the other keyboard layout, where that is what was understood. */
  readAs?: string;
}

/** Why the bot answered as it did, in the order in which it asked itself. */
export interface Step {
  step:
    | 'chatad'
    | 'rules'
    | 'expected'
    | 'reading'
    | 'choice'
    | 'intent'
    | 'entities'
    | 'patterns'
    | 'mapper'
    | 'flow'
    | 'answer'
    | 'fail';
  /** In words for people. */
  text: string;
}

/** Request body of `POST intents/try`: the form `try-intent`. */
export interface BotTestRequest {
  text: string;
  /** A channel's id, or a type of channels. */
  channel?: string;
  event?: string;
  tags?: string[];
  /** When it is said, as the rules see it; by default now. */
  at?: string;
  /** As the answer before gave it. */
  expecting?: JsonObject;
}

/** Response of `POST intents/try`. Nothing is stored or sent. */
export interface BotTestResult {
  /** Null where the bot was not sure enough. */
  intent: string | null;
  score: number;
  scores: Scored[];
  threshold: number;
  entities: FoundEntity[];
  rule: string | null;
  mapper: string | null;
  flow: { id: string; name: string; action: string } | null;
  template: string | null;
  /** As the channel draws them, where there is one. */
  messages: JsonObject[];
  ms: number;
  ids: Record<'intent' | 'rule' | 'mapper' | 'template', string | null>;
  answer: AnswerContent;
  handoff: { team?: string } | null;
  /** What is set about the person on the way. */
  sets: { tag?: string; variable?: string; value?: string }[];
  /** What was written, and which of the offered intents the person chose for it. */
  chosen: { text: string; intent: string } | null;
  /** The fail action was taken. */
  failed: boolean;
  steps: Step[];
  expecting: JsonObject | null;
  /** What would go out, by the types of channel whose platforms have a format of their own. */
  payloads: Record<string, { messages: JsonObject[] }>;
}
