import { ApiError } from '../http/errors.ts';
import { JobFault } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import { resolveNestedCollection } from '../resources/nested.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';

/** What a job works on: an entity, and the record below which the collection lies, where it lies below one. */
export interface CollectionRef {
  entity: string;
  below?: string;
}

export const toCollectionRef = ({ model, scope }: Resource): CollectionRef => ({
  entity: model.name,
  ...(scope && { below: scope.id }),
});

/** The collection as it is now, for the person who asked. @throws JobError where it is no longer there for them */
export async function resolveCollection(
  services: Services,
  { entity, below }: CollectionRef,
  caller: Caller,
): Promise<Resource> {
  const gone = new JobFault('The list is no longer there for you', true);
  const resource = services.catalog.find(entity);
  if (!resource) throw gone;
  if (below === undefined) return resource;
  try {
    return await resolveNestedCollection(services, caller, { entity, id: below });
  } catch (error) {
    throw error instanceof ApiError ? gone : error;
  }
}
