import type { Classifier, Report } from '../../../../schemas/understanding/training.ts';
import type { TrainedText, TrainedVector } from './models.ts';

/** A newly trained classifier that does not answer yet. */
export interface Candidate {
  kind: Classifier;
  /** The serialized model. */
  model: string | null;
  report: Report | null;
  vector?: TrainedVector;
  text?: TrainedText;
}
