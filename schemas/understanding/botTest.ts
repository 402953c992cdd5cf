import type { AnswerContent } from '../messages/types.ts';
import type { JsonObject } from '../model/types.ts';
import type { FoundEntity } from './entities.ts';
import type { Classifier } from './training.ts';

/** The bot's confidence in an intent. */
export interface IntentScore {
  id: string;
  intent: string;
  /** From 0 to 1: the highest of the classifiers'. */
  score: number;
  by: Partial<Record<Classifier, number>>;
}

/** Result of classifying a text. */
export interface TextUnderstanding {
  /** Surest first. */
  scores: IntentScore[];
  /** The text on the other keyboard layout, if that one was classified. */
  readAs?: string;
}

/** A step of the bot's decision. */
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
  /** Time of the message for rules; default now. */
  at?: string;
  /** `expecting` of the previous result. */
  expecting?: JsonObject;
}

/** Response of `POST intents/try`. Nothing is stored or sent. */
export interface BotTestResult {
  /** Null if no score reached the threshold. */
  intent: string | null;
  score: number;
  scores: IntentScore[];
  threshold: number;
  entities: FoundEntity[];
  rule: string | null;
  mapper: string | null;
  flow: { id: string; name: string; action: string } | null;
  template: string | null;
  /** As the channel renders them, if one was given. */
  messages: JsonObject[];
  ms: number;
  ids: Record<'intent' | 'rule' | 'mapper' | 'template', string | null>;
  answer: AnswerContent;
  handoff: { team?: string } | null;
  /** Tags and variables that are set on the person. */
  sets: { tag?: string; variable?: string; value?: string }[];
  /** The original text, and the offered intent that the person chose for it. */
  chosen: { text: string; intent: string } | null;
  /** The fail action was taken. */
  failed: boolean;
  steps: Step[];
  expecting: JsonObject | null;
  /** Payloads that would be sent, by channel type with its own format. */
  payloads: Record<string, { messages: JsonObject[] }>;
}
