import { ApiError } from '../http/errors.ts';
import { JobError } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import { nestedCollection } from '../resources/nested.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** The collection that a job works on: an entity and, for a nested collection, the id of its parent record. */
export interface Collection {
  entity: string;
  below?: string;
}

export const toCollection = ({ model, scope }: Resource): Collection => ({
  entity: model.name,
  ...(scope && { below: scope.id }),
});

/** Resolves the collection for the caller. @throws JobError where it no longer exists, or the caller may not see it */
export async function resolveCollection(
  services: Services,
  { entity, below }: Collection,
  caller: Caller,
): Promise<Resource> {
  const goneError = new JobError(storedText('The list is no longer there for you'), true);
  const resource = services.catalog.find(entity);
  if (!resource) throw goneError;
  if (below === undefined) return resource;
  try {
    return await nestedCollection(services, caller, { entity, id: below });
  } catch (error) {
    throw error instanceof ApiError ? goneError : error;
  }
}
