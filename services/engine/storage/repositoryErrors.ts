import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';

/** Why a repository rejected a call; the REST layer maps each kind to a status. */
type RepositoryErrorKind =
  'NOT_FOUND' | 'STALE' | 'STATE' | 'DUPLICATE' | 'UNKNOWN_CURSOR' | 'UNSTORABLE' | 'TOO_LARGE' | 'MALFORMED';

/** A record that refers to another one. */
export interface ReferringRecord {
  entity: string;
  id: string;
  title: string;
}

export class RepositoryError extends Error {
  override name = 'RepositoryError';
  constructor(
    readonly kind: RepositoryErrorKind,
    message: string,
    readonly detail: {
      /** STALE, STATE: the record as it is now. */
      current?: EntityRecord;
      /** DUPLICATE, UNSTORABLE: messages by JSON pointer. */
      fields?: FieldErrors;
    } = {},
  ) {
    super(message);
  }
}

export function isRepositoryError(error: unknown, kind?: RepositoryErrorKind): error is RepositoryError {
  return error instanceof RepositoryError && (kind === undefined || error.kind === kind);
}

/** @param current the record as it is now */
export function staleError(current: EntityRecord): RepositoryError {
  return new RepositoryError('STALE', 'The record was changed in the meantime', { current });
}
