import type { CurvePoint } from '../../../schemas/understanding/training.ts';

/** What a text about nothing known costs that is answered, where a right answer gains one and a wrong one costs one. */
const FOREIGN_COST = 0.25;

/** The point of a curve that lies nearest to a threshold. */
export const nearestPoint = (curve: readonly CurvePoint[], threshold: number): CurvePoint | undefined =>
  curve.toSorted((a, b) => Math.abs(a.threshold - threshold) - Math.abs(b.threshold - threshold))[0];

/** The lowest threshold that can be set. */
const LOWEST = 0.05;

/** The threshold at which the bot is most useful: many right answers, few wrong ones, few to what it does not know. */
export function bestThreshold(curve: readonly CurvePoint[]): number | undefined {
  const worth = ({ right, wrong, foreign }: CurvePoint): number =>
    right - wrong - FOREIGN_COST * (foreign ?? 0);
  return curve.filter(({ threshold }) => threshold >= LOWEST).toSorted((a, b) => worth(b) - worth(a))[0]
    ?.threshold;
}
