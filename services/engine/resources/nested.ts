import type { ParentRef } from './nestedAddresses.ts';
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

const below = new WeakMap<IncomingMessage, ParentRef>();
const PREFIX = '/api/v1/';
/** Begins the collection of a nested entity within the services; in a request nobody can write it to any effect. */
const NESTED = '~';

/**
 * The address by which the generic routes know what is asked for: that of a nested collection as one of the top, its
 * parent kept beside the request.
 */
export function flattenNestedPath(request: IncomingMessage, { nested }: Catalog): string {
  const url = request.url ?? '';
  if (!url.startsWith(PREFIX)) return url;
  const at = url.indexOf('?', PREFIX.length);
  const end = at < 0 ? url.length : at;
  // Of a collection and of a record, which is nearly all that is asked for, nothing can lie below anything.
  const slash = url.indexOf('/', PREFIX.length);
  const second = slash < 0 ? -1 : url.indexOf('/', slash + 1);
  if (second < 0 || second >= end) return url;
  const found = nested(url.slice(PREFIX.length, end));
  if (!found) return url;
  below.set(request, found);
  return `${PREFIX}${NESTED}${found.rest}${url.slice(end)}`;
}

/**
 * The collection that a request is about. One below a record holds what belongs to that record and nothing else, for
 * those who may read the record. @throws ApiError 403, 404
 */
export async function collectionOfRequest(
  services: Services,
  caller: Caller,
  collection: string,
  request: IncomingMessage,
): Promise<Resource> {
  const at = below.get(request);
  if (!at || collection !== NESTED) return services.catalog.at(collection);
  return collectionBelow(services, caller, { entity: at.entity, id: decoded(at.id) });
}

/** What a nested entity has below one record. @throws ApiError 403, 404 for who may not read that record */
export async function collectionBelow(
  { catalog }: Services,
  caller: Caller,
  { entity, id: parentId }: ParentRef,
): Promise<Resource> {
  const resource = catalog.require(entity);
  const { parent } = resource.model;
  if (!parent) return resource;
  const holder = catalog.require(parent.entity);
  authorize(holder, caller, 'read');
  const record = await findVisible(holder, caller, parentId);
  // Nothing lies below a record that the reference could not name.
  const { where } = resource.model.fields.find(({ name }) => name === parent.field)?.reference ?? {};
  const refusal = matches(where, record, { user: caller.user })
    ? undefined
    : notFound(t('%{title} not found', { title: t(holder.model.title) }));
  return { ...resource, scope: { field: parent.field, id: record.id }, refusal };
}

/**
 * Those of an entity's records that the person may see: within its own rule, and below records that they may read
 * where its collections lie below others.
 */
export async function filterVisible<T extends EntityRecord>(
  { catalog }: Pick<Services, 'catalog'>,
  caller: Caller,
  resource: Resource,
  records: T[],
): Promise<T[]> {
  const own = records.filter((record) => isVisibleTo(resource, caller, record));
  const { parent } = resource.model;
  if (!parent || resource.scope || own.length === 0) return own;
  const holder = catalog.require(parent.entity);
  if (!caller.rights.may(parent.entity, 'read')) return [];
  const ids = [...new Set(own.map((record) => textOf(record[parent.field])))];
  const holders = await holder.repository.getMany(ids);
  const seen = new Set(holders.filter((one) => isVisibleTo(holder, caller, one)).map(({ id }) => id));
  return own.filter((record) => seen.has(textOf(record[parent.field])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
