import type { Answer, ChannelType } from '../../../schemas/messages/types.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';

/** What the services tell of a trial: `POST intents/try`. */
export interface Trial {
  intent: string | null;
  score: number;
  threshold: number;
  scores: { id: string; intent: string; score: number; by: Record<string, number> }[];
  entities: { entity: string; value: string; text: string }[];
  rule: string | null;
  mapper: string | null;
  template: string | null;
  messages: JsonObject[];
  ms: number;
  ids: Record<'intent' | 'rule' | 'mapper' | 'template', string | null>;
  answer: Answer;
  handoff: JsonObject | null;
  failed: boolean;
  steps: { step: string; text: string }[];
  expecting: JsonObject | null;
  payloads: Record<'LINE' | 'FACEBOOK', { messages: JsonObject[] }>;
}

/** One message of the person who tries, and what came of it. */
export interface Turn {
  id: number;
  said: string;
  channel: ChannelType;
  trial?: Trial;
  fault?: string;
}

export type Classifier = 'vector' | 'text' | 'custom';

export interface ClassifierState {
  kind: Classifier;
  state: 'changed' | 'training' | 'trained';
  progress?: number;
  trainedAt?: string;
  trainedBy?: string;
  failure?: string;
  configured: boolean;
}
export interface Change {
  entity: 'intent' | 'entity';
  id: string;
  name: string;
  change: 'added' | 'changed' | 'removed';
}
export interface Quality {
  accuracy: number;
  answered: number;
  answeredRightly: number;
}
export interface Report extends Quality {
  threshold: number;
  samples: number;
  intents: { id: string; name: string; samples: number; right: number }[];
  confusions: { meant: string; taken: string; times: number; samples: string[] }[];
  duplicates: {
    first: { intent: string; sample: string };
    second: { intent: string; sample: string };
    score: number;
  }[];
  changed: Change[];
  before?: Quality & { at: string };
  regression?: { passed: number; failed: number; changed: number };
}
/** `GET intents/training`. */
export interface Training {
  classifiers: ClassifierState[];
  changed: Change[];
  report: Report | null;
}
