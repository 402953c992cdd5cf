import { matches } from '../../../schemas/model/match.ts';
import { DROP, mapValues } from '../../../schemas/model/fields.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { refused } from '../http/errors.ts';
import { expandFileIds } from '../files/fields.ts';
import type { Resource } from './catalog.ts';
import { isRepositoryError } from '../storage/repositoryErrors.ts';
import { maskSecrets } from './secrets.ts';
import { isSystem, type Actor, type Caller } from './write/actor.ts';

type Values = { [key: string]: JsonObject[string] | undefined };

/** A record as the caller may see it: secrets are masked, fields that they may not read are removed at any depth. */
export function visibleRecord<T extends Values>(resource: Resource, { rights }: Caller, record: T): T {
  if (!resource.hasSecrets && !resource.hasRestrictedFields) return record;
  const masked: T = resource.hasSecrets ? maskSecrets(resource.model, record) : record;
  if (!resource.hasRestrictedFields) return masked;
  return mapValues(resource.model.fields, masked, ({ access }, value) =>
    access.read && !rights.holds(access.read, 'read') ? DROP : value,
  ) as T;
}

/** Replaces file ids in records by the files' data for the response. */
export async function resolveStoredFiles<T extends Values>(resource: Resource, records: T[]): Promise<T[]> {
  if (!resource.hasFiles) return records;
  return expandFileIds(resource.repository.db, resource.model.fields, records);
}

/** A record as the caller may see it, with its files' data. */
export async function visibleRecordWithFiles<T extends Values>(
  resource: Resource,
  caller: Caller,
  record: T,
): Promise<T> {
  const visible = visibleRecord(resource, caller, record);
  return (await resolveStoredFiles(resource, [visible]))[0] ?? visible;
}

/** Whether the caller may see a record by the entity's row rule, and it belongs to the parent in the address. */
export function isVisibleTo(
  { model, scope }: Resource,
  { user }: Caller,
  record: Record<string, unknown>,
): boolean {
  if (scope && record[scope.field] !== scope.id) return false;
  return matches(model.access.rows, record, { user });
}

/** Converts repository errors to API errors; their current record is as the actor may see it. */
export async function withApiErrors<T>(resource: Resource, actor: Actor, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw await toApiError(resource, actor, error);
  }
}

async function toApiError(resource: Resource, actor: Actor, error: unknown): Promise<unknown> {
  if (!isRepositoryError(error)) return error;
  const { current } = error.detail;
  return refused(
    error,
    current && (isSystem(actor) ? current : await visibleRecordWithFiles(resource, actor, current)),
  );
}
