/** The bot's intent classifiers. */
export const CLASSIFIERS = ['vector', 'text', 'custom'] as const;
export type Classifier = (typeof CLASSIFIERS)[number];

/** The training data of a classifier: version and name of every intent and entity, by id. */
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
  /** From 0 to 1, during the training. */
  progress?: number;
  trainedAt?: string;
  trainedBy?: string;
  /** Why the last training failed. */
  failure?: string;
  /** The custom classifier has a URL. */
  configured: boolean;
}

/** Shares of samples, from 0 to 1, by cross-validation. */
export interface Shares {
  /** The right intent came first. */
  accuracy: number;
  /** The score reached the threshold; and of those, the answer was right. */
  answered: number;
  answeredRightly: number;
}

/** Results at a threshold: shares of samples, by cross-validation. */
export interface CurvePoint {
  threshold: number;
  /** Answered, rightly or wrongly; the rest is below the threshold. */
  right: number;
  wrong: number;
  /**
   * Answered texts that should not be: samples whose own intent is left out, or sentences that expect no intent; absent if
   * there are none.
   */
  foreign?: number;
}

/** A sentence of the regression set whose result differs from that of the previous models. */
export interface SentenceChange {
  id: string;
  sentence: string;
  /** As expected now. */
  passed: boolean;
  /** What was answered, in one line. */
  before: string;
  now: string;
}

/** Results of the regression set. */
export interface Regression {
  passed: number;
  failed: number;
  /** Compared with the stored results. */
  changed: number;
  /** Compared with the previous models on the same set; absent in older reports. */
  worse?: number;
  better?: number;
  /** The changed sentences, worse ones first; at most 200. */
  sentences?: SentenceChange[];
  /** Over the threshold, in rising order; empty where no sentence expects an intent. */
  curve?: CurvePoint[];
}

/** A training whose models are stored. */
export interface StoredTraining {
  number: number;
  at: string;
  by?: string;
  /** `waiting`: it worsened the regression set, or another one was activated during the training; nobody has decided yet. */
  state: 'live' | 'kept' | 'waiting';
  accuracy?: number;
  regression?: Regression;
}

/** Quality of the vector classifier, with names of intents instead of indexes. */
export interface Report extends Shares {
  threshold: number;
  samples: number;
  /** Samples that were evaluated; absent in older reports. */
  judged?: number;
  /** Weakest first; `mistaken` are samples of other intents classified as it, absent in older reports. */
  intents: { id: string; name: string; samples: number; right: number; mistaken?: number }[];
  confusions: { meant: string; taken: string; times: number; samples: string[] }[];
  duplicates: {
    first: { intent: string; sample: string };
    second: { intent: string; sample: string };
    score: number;
  }[];
  /** Changes of the training data since the previous training. */
  changed: Change[];
  /** The previous training. */
  before?: Shares & { at: string };
  /** Test sentences, run after the training. */
  regression?: Regression;
  /** Missed sentences that became samples, and how many of them are understood now. */
  taught?: { understood: number; taught: number };
  /** By ascending threshold; absent in older reports. */
  curve?: CurvePoint[];
}

/** Response of `GET intents/training`. */
export interface Training {
  classifiers: ClassifierState[];
  changed: Change[];
  report: Report | null;
  /** Newest first. */
  kept: StoredTraining[];
}
