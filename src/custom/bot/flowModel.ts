import type { Flow } from '../../../schemas/generated/types.ts';

/** An action of the form, possibly incomplete. */
export type DraftAction = Partial<Flow['actions'][number]>;

export interface FlowStep {
  action: DraftAction;
  /** Index in the list. */
  index: number;
  /** Name of the next action, where it was shown before. */
  back?: string;
  /** Name of the next action, where it does not exist. */
  missing?: string;
}

/**
 * Orders actions into runs: from the first one along the links to next actions, then from each action that nothing before
 * leads to.
 */
export function buildRuns(given: readonly (DraftAction | null | undefined)[]): FlowStep[][] {
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
