import { matches } from '../../schemas/model/match.ts';
import type { EntityRecord, JsonObject } from '../../schemas/model/types.ts';
import { ApiError, malformed, notFound } from '../plugins/errors.ts';
import type { Principal, Rights } from '../plugins/access.ts';
import type { Resource } from './catalog.ts';
import { isRefusal } from './repositoryErrors.ts';
import { maskSecrets } from './secrets.ts';

/** Who asks, and what that person may do. */
export interface Caller {
  user: Principal;
  rights: Rights;
  /** Where the request came from, for the audit log. */
  address?: string;
}

type Values = { [key: string]: JsonObject[string] | undefined };

/** A record as this person may see it: secrets masked, fields that they may not read left out. */
export function outgoing<T extends Values>(resource: Resource, { rights }: Caller, record: T): T {
  if (!resource.secrets && resource.guarded.length === 0) return record;
  const shown: T = resource.secrets ? maskSecrets(resource.model, record) : { ...record };
  for (const field of resource.guarded) {
    if (field.access.read && !rights.holds(field.access.read, 'read'))
      Reflect.deleteProperty(shown, field.name);
  }
  return shown;
}

/** Whether the rule about rows lets the person see the record. */
export function isWithinReach(
  { model }: Resource,
  { user }: Caller,
  record: Record<string, unknown>,
): boolean {
  return matches(model.access.rows, record, { user });
}

/** Rejects with the answer for what a repository refused, told in the shape that this person may see. */
export async function answering<T>(resource: Resource, caller: Caller, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusal(resource, caller, error);
  }
}

function refusal(resource: Resource, caller: Caller, error: unknown): unknown {
  if (!isRefusal(error)) return error;
  const { fields, usedBy, current } = error.detail;
  switch (error.kind) {
    case 'NOT_FOUND':
      return notFound(error.message);
    case 'STALE':
      return new ApiError(409, 'STALE', error.message, {
        current: current && (outgoing(resource, caller, current) satisfies EntityRecord),
      });
    case 'DUPLICATE':
    case 'IN_USE':
      return new ApiError(409, error.kind, error.message, { fields, usedBy });
    case 'UNSTORABLE':
      return new ApiError(422, 'INVALID', error.message, { fields });
    case 'UNKNOWN_CURSOR':
      return malformed('Unknown cursorId');
    case 'MALFORMED':
      return malformed(error.message);
  }
}
