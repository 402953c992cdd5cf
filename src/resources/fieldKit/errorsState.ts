import type { FieldErrors } from '../../../schemas/model/types.ts';

/** Location state with errors that the opened form shows at their fields. */
export const toErrorsState = (errors: FieldErrors) => ({ errors });

/** Reads the errors from a location's state. */
export const readErrorsState = (state: unknown): FieldErrors | undefined =>
  state !== null && typeof state === 'object' && 'errors' in state
    ? (state.errors as FieldErrors)
    : undefined;
