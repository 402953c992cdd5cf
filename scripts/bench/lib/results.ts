import { median } from './stats.ts';

export type Unit = 'ms' | '/s' | 'B' | 'KiB' | 'MB' | 'nodes' | 'frames' | 'messages' | 'events' | '%';

/** What a measure should reach: a bound for our figure, or for our figure divided by the one beside it. */
export interface Goal {
  of: 'ours' | 'ratio';
  atMost?: number;
  atLeast?: number;
}

export interface Measure {
  part: string;
  name: string;
  unit: Unit;
  /** Median of the repetitions, unless the name says otherwise. */
  ours: number;
  /** The same on what stands beside it, named in `besideOf`. */
  beside?: number;
  besideOf?: string;
  goal?: Goal;
  /** Every repetition, in the order in which it was made. */
  samples?: { ours: number[]; beside?: number[] };
}

export interface Comparison {
  of: string;
  samples: readonly number[];
}

/** A measure from repetitions: medians on both sides. */
export function measure(
  part: string,
  name: string,
  unit: Unit,
  samples: readonly number[],
  { goal, beside }: { goal?: Goal; beside?: Comparison } = {},
): Measure {
  return {
    ...{ part, name, unit, ours: median(samples) },
    ...(beside && { beside: median(beside.samples), besideOf: beside.of }),
    ...(goal && { goal }),
    samples: { ours: [...samples], ...(beside && { beside: [...beside.samples] }) },
  };
}

export const computeRatio = ({ ours, beside }: Measure): number | undefined =>
  beside === undefined ? undefined : ours / beside;

/** Whether the goal is met; undefined without a goal. A figure that is missing meets nothing. */
export function isMet(one: Measure): boolean | undefined {
  const { goal } = one;
  if (!goal) return undefined;
  const value = (goal.of === 'ours' ? one.ours : computeRatio(one)) ?? Number.NaN;
  return value <= (goal.atMost ?? Infinity) && value >= (goal.atLeast ?? -Infinity);
}
