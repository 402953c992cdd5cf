import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';

/** Why a repository refused; the REST layer gives each kind its status. */
type RefusalKind =
  'NOT_FOUND' | 'STALE' | 'STATE' | 'DUPLICATE' | 'UNKNOWN_CURSOR' | 'UNSTORABLE' | 'TOO_LARGE' | 'MALFORMED';

/** Where a record is used. */
export interface Use {
  entity: string;
  id: string;
  title: string;
}

export class RepositoryError extends Error {
  override name = 'RepositoryError';
  constructor(
    readonly kind: RefusalKind,
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

export function isRefusal(error: unknown, kind?: RefusalKind): error is RepositoryError {
  return error instanceof RepositoryError && (kind === undefined || error.kind === kind);
}

/** @param current the record as it is now */
export function stale(current: EntityRecord): RepositoryError {
  return new RepositoryError('STALE', 'The record was changed in the meantime', { current });
}
