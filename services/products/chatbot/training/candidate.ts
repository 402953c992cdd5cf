import type { Classifier, Report } from '../../../../schemas/understanding/training.ts';
import type { TrainedText, TrainedVector } from './models.ts';

/** A classifier as it was trained, before anybody is answered with it. */
export interface Candidate {
  kind: Classifier;
  /** As it is stored. */
  model: string | null;
  report: Report | null;
  vector?: TrainedVector;
  text?: TrainedText;
}
