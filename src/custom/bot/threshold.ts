import type { CurvePoint } from '../../../schemas/understanding/training.ts';

/** Cost of answering a text about something unknown, where a right answer gains one and a wrong one costs one. */
const FOREIGN_COST = 0.25;

/** The point of a curve that is closest to a threshold. */
export const nearestPoint = (curve: readonly CurvePoint[], threshold: number): CurvePoint | undefined =>
  curve.toSorted((a, b) => Math.abs(a.threshold - threshold) - Math.abs(b.threshold - threshold))[0];

/** The lowest allowed threshold. */
const MIN_THRESHOLD = 0.05;

/** The most useful threshold: many right answers, few wrong ones, few to unknown questions. */
export function bestThreshold(curve: readonly CurvePoint[]): number | undefined {
  const utility = ({ right, wrong, foreign }: CurvePoint): number =>
    right - wrong - FOREIGN_COST * (foreign ?? 0);
  return curve
    .filter(({ threshold }) => threshold >= MIN_THRESHOLD)
    .toSorted((a, b) => utility(b) - utility(a))[0]?.threshold;
}
