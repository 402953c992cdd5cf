import type { FieldErrors } from '../../../schemas/model/types.ts';

/** What a screen leads to a form with: faults that are shown at their fields when it opens. */
export const faultsState = (faults: FieldErrors) => ({ faults });

/** The faults in a location's state, if it brings some. */
export const faultsIn = (state: unknown): FieldErrors | undefined =>
  state !== null && typeof state === 'object' && 'faults' in state
    ? (state.faults as FieldErrors)
    : undefined;
