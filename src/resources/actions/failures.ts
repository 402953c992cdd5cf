import { HttpError } from 'ra-core';
import { GENERIC } from '../../dataProvider/errors.ts';
import type { HttpErrorBody } from '../../dataProvider/errors.ts';
import type { Obstacle } from './FailedDialog.tsx';

/** The sentence that a failure shows. */
export const messageOf = (error: unknown): string => (error instanceof Error && error.message) || GENERIC;

/** Where a record is used, as the services answered `IN_USE`. */
export const usersOf = (error: unknown): Obstacle[] => {
  const body = error instanceof HttpError ? (error.body as HttpErrorBody | null) : null;
  return (body?.usedBy ?? []).map((use) => ({ ...use, key: `${use.entity}/${use.id}` }));
};
