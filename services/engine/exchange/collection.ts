import { ApiError } from '../http/errors.ts';
import { JobError } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import { nestedCollection } from '../resources/nested.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** What a job works on: an entity, and the record below which the collection lies, where it lies below one. */
export interface Collection {
  entity: string;
  below?: string;
}

export const collectionOf = ({ model, scope }: Resource): Collection => ({
  entity: model.name,
  ...(scope && { below: scope.id }),
});

/** The collection as it is now, for the person who asked. @throws JobError where it is no longer there for them */
export async function resolveCollection(
  services: Services,
  { entity, below }: Collection,
  caller: Caller,
): Promise<Resource> {
  const gone = new JobError(storedText('The list is no longer there for you'), true);
  const resource = services.catalog.find(entity);
  if (!resource) throw gone;
  if (below === undefined) return resource;
  try {
    return await nestedCollection(services, caller, { entity, id: below });
  } catch (error) {
    throw error instanceof ApiError ? gone : error;
  }
}
