import type { Flow } from '../../../schemas/generated/types.ts';

/** An action as far as it is filled in. */
export type DraftAction = Partial<Flow['actions'][number]>;

export interface FlowStep {
  action: DraftAction;
  /** Place in the list, from 0. */
  index: number;
  /** It goes on with an action that was shown before it. */
  back?: string;
  /** It names an action that there is none of. */
  missing?: string;
}

/**
 * The actions as they follow each other: from the first one as far as one leads to the next, then from each that nothing
 * before led to.
 */
export function runsOf(given: readonly (DraftAction | null | undefined)[]): FlowStep[][] {
  const actions = given.map((action) => action ?? {});
  const shown = new Set<number>();
  const runs: FlowStep[][] = [];
  for (const start of actions.keys()) {
    const run: FlowStep[] = [];
    for (let index: number | undefined = start; index !== undefined && !shown.has(index);) {
      shown.add(index);
      const action: DraftAction = actions[index] ?? {};
      const step: FlowStep = { action, index };
      run.push(step);
      const { next } = action;
      const found: number = next ? actions.findIndex(({ name }) => name === next) : -1;
      if (next && found < 0) step.missing = next;
      else if (shown.has(found)) step.back = next;
      index = found < 0 ? undefined : found;
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}
