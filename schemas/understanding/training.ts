/** The ways in which the bot tells intents apart. */
export const CLASSIFIERS = ['vector', 'text', 'custom'] as const;
export type Classifier = (typeof CLASSIFIERS)[number];

/** What a classifier was taught: version and name of every intent and entity, by id. */
export interface Snapshot {
  intents: Record<string, [version: number, name: string]>;
  entities: Record<string, [version: number, name: string]>;
}

/** What changed since a classifier was trained. */
export interface Change {
  entity: 'intent' | 'entity';
  id: string;
  name: string;
  change: 'added' | 'changed' | 'removed';
}

export interface ClassifierState {
  kind: Classifier;
  state: 'changed' | 'training' | 'trained';
  /** From 0 to 1, while it is trained. */
  progress?: number;
  trainedAt?: string;
  trainedBy?: string;
  /** Why the last training came to nothing. */
  failure?: string;
  /** The custom classifier has an address to ask. */
  configured: boolean;
}

/** Shares of samples, from 0 to 1, each judged by what the others teach. */
export interface Shares {
  /** The intent that was meant came first. */
  accuracy: number;
  /** The bot was sure enough to answer; and of those, rightly. */
  answered: number;
  answeredRightly: number;
}

/** What the bot would do at a threshold: shares of samples, each judged by what the others teach. */
export interface CurvePoint {
  threshold: number;
  /** Answered, rightly or wrongly; the rest is below the threshold. */
  right: number;
  wrong: number;
  /**
   * Answered of texts that stand for what the bot knows nothing of: samples whose own intent is left out, or sentences that
   * are to have none; absent where there are no such sentences.
   */
  foreign?: number;
}

/** A sentence of the regression set whose result is another one than with the models before. */
export interface SentenceChange {
  id: string;
  sentence: string;
  /** As expected now. */
  passed: boolean;
  /** What was answered, in one line. */
  before: string;
  now: string;
}

/** What became of the regression set. */
export interface Regression {
  passed: number;
  failed: number;
  /** Compared with the results that were stored before. */
  changed: number;
  /** Compared with the models before, each run on the set as it was at the training; absent in reports from before that. */
  worse?: number;
  better?: number;
  /** Those, the worse first; at most 200. */
  sentences?: SentenceChange[];
  /** Over the threshold, in rising order; empty where no sentence expects an intent. */
  curve?: CurvePoint[];
}

/** A training whose models are there to be used. */
export interface KeptTraining {
  number: number;
  at: string;
  by?: string;
  /** `waiting` makes the regression set worse, or another was chosen while it was trained, and nobody has decided on it. */
  state: 'live' | 'kept' | 'waiting';
  accuracy?: number;
  regression?: Regression;
}

/** How well the vector classifier does, in words of intents rather than places. */
export interface Report extends Shares {
  threshold: number;
  samples: number;
  /** Those that were judged; absent in reports from before it was told. */
  judged?: number;
  /** Weakest first; `mistaken` are samples of others that were taken for it, absent in reports from before that. */
  intents: { id: string; name: string; samples: number; right: number; mistaken?: number }[];
  confusions: { meant: string; taken: string; times: number; samples: string[] }[];
  duplicates: {
    first: { intent: string; sample: string };
    second: { intent: string; sample: string };
    score: number;
  }[];
  /** What was taught differently from the training before. */
  changed: Change[];
  /** The training before. */
  before?: Shares & { at: string };
  /** Sentences with an expected answer, tried right after the training. */
  regression?: Regression;
  /** Sentences that were taught from what was not understood, and how many of them are understood now. */
  taught?: { understood: number; taught: number };
  /** Over the threshold, in rising order; absent in reports from before there was one. */
  curve?: CurvePoint[];
}

/** What came of training, as people are told of it: `GET intents/training`. */
export interface Training {
  classifiers: ClassifierState[];
  changed: Change[];
  report: Report | null;
  /** The last ones, the newest first. */
  kept: KeptTraining[];
}
