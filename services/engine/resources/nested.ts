import type { ParentRef } from './nestedPaths.ts';
import type { IncomingMessage } from 'node:http';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Catalog, Resource } from './catalog.ts';
import { authorize, findVisible } from './operations.ts';
import { isVisibleTo } from './visibility.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { matches } from '../../../schemas/model/match.ts';
import { textOf } from '../../../schemas/model/text.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { notFound } from '../http/errors.ts';

const parentByRequest = new WeakMap<IncomingMessage, ParentRef>();
const PREFIX = '/api/v1/';
/** Stands for a nested collection in rewritten addresses; without an entry in `parentByRequest` it matches nothing. */
const NESTED_SEGMENT = '~';

/**
 * Rewrites the address of a nested collection to a top-level one, which the generic routes match, and remembers the parent
 * for the request. Other addresses are returned unchanged.
 */
export function flattenNestedPath(request: IncomingMessage, { matchNestedPath }: Catalog): string {
  const url = request.url ?? '';
  if (!url.startsWith(PREFIX)) return url;
  const queryStart = url.indexOf('?', PREFIX.length);
  const end = queryStart < 0 ? url.length : queryStart;
  // Fast path: addresses of collections and records, nearly all requests, are too short to be nested.
  const slash = url.indexOf('/', PREFIX.length);
  const secondSlash = slash < 0 ? -1 : url.indexOf('/', slash + 1);
  if (secondSlash < 0 || secondSlash >= end) return url;
  const match = matchNestedPath(url.slice(PREFIX.length, end));
  if (!match) return url;
  parentByRequest.set(request, match);
  return `${PREFIX}${NESTED_SEGMENT}${match.rest}${url.slice(end)}`;
}

/**
 * The collection of a request. A nested one has only the records of its parent, for callers who may read the parent.
 * @throws ApiError 403, 404
 */
export async function collectionOfRequest(
  services: Services,
  caller: Caller,
  collection: string,
  request: IncomingMessage,
): Promise<Resource> {
  const parentRef = parentByRequest.get(request);
  if (!parentRef || collection !== NESTED_SEGMENT) return services.catalog.requireByPath(collection);
  return nestedCollection(services, caller, { entity: parentRef.entity, id: decodeOrRaw(parentRef.id) });
}

/** The records of a nested entity that belong to one parent. @throws ApiError 403, 404 if the caller may not read the parent */
export async function nestedCollection(
  { catalog }: Services,
  caller: Caller,
  { entity, id: parentId }: ParentRef,
): Promise<Resource> {
  const resource = catalog.require(entity);
  const { parent } = resource.model;
  if (!parent) return resource;
  const parentResource = catalog.require(parent.entity);
  authorize(parentResource, caller, 'read');
  const parentRecord = await findVisible(parentResource, caller, parentId);
  // The reference may exclude some parents: they have no such collection.
  const { where } = resource.model.fields.find(({ name }) => name === parent.field)?.reference ?? {};
  const parentError = matches(where, parentRecord, { user: caller.user })
    ? undefined
    : notFound(t('%{title} not found', { title: t(parentResource.model.title) }));
  return { ...resource, scope: { field: parent.field, id: parentRecord.id }, parentError };
}

/**
 * The records that the caller may see: by the entity's row rule and, for a nested entity, only below parents that they may
 * read.
 */
export async function filterVisible<T extends EntityRecord>(
  { catalog }: Pick<Services, 'catalog'>,
  caller: Caller,
  resource: Resource,
  records: T[],
): Promise<T[]> {
  const visibleRecords = records.filter((record) => isVisibleTo(resource, caller, record));
  const { parent } = resource.model;
  if (!parent || resource.scope || visibleRecords.length === 0) return visibleRecords;
  const parentResource = catalog.require(parent.entity);
  if (!caller.rights.may(parent.entity, 'read')) return [];
  const ids = [...new Set(visibleRecords.map((record) => textOf(record[parent.field])))];
  const parents = await parentResource.repository.getMany(ids);
  const visibleParentIds = new Set(
    parents.filter((record) => isVisibleTo(parentResource, caller, record)).map(({ id }) => id),
  );
  return visibleRecords.filter((record) => visibleParentIds.has(textOf(record[parent.field])));
}

function decodeOrRaw(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
