import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { invalid, notFound } from '../../plugins/errors.ts';
import type { Catalog, Resource } from '../../resources/catalog.ts';
import { asObject, judge, ownFields } from '../../resources/incoming.ts';
import { outgoing, type Caller } from '../../resources/outgoing.ts';
import type { Services } from '../../resources/operations.ts';
import { writeChange } from '../../resources/writes.ts';

/** The form that says which fields are a person's own. */
const FORM = 'user-profile';
const ME = '/api/v1/members/me';

/**
 * `GET` and `PUT /api/v1/members/me`: what people see and change of themselves, whatever their role. Fields that are
 * not sent stay as they are; a blank one is cleared.
 */
export function registerOwnData(app: FastifyInstance, current: () => Services): void {
  app.get(ME, async ({ user, ip }) => {
    const { catalog } = current();
    const caller = callerOf({ user, ip }, catalog);
    const resource = membersOf(catalog);
    return outgoing(resource, caller, await ownRecord(resource, caller));
  });

  app.put(ME, async ({ user, ip, body }) => {
    const services = current();
    const { catalog } = services;
    const caller = callerOf({ user, ip }, catalog);
    const resource = membersOf(catalog);
    const stored = await ownRecord(resource, caller);
    const { version = stored.version, ...sent } = asObject(body);
    if (typeof version !== 'number' || !Number.isInteger(version) || Math.abs(version) > 0x7fff_ffff)
      throw invalid({ '/version': 'Version must be the one that the record came with' });
    const fields = changedFields(catalog, caller, stored, sent);
    const draft = await judge(catalog, resource, caller, { ...ownFields(stored), ...fields }, stored);
    return writeChange(services, resource, caller, stored, draft, version);
  });
}

function callerOf({ user, ip }: Pick<FastifyRequest, 'user' | 'ip'>, catalog: Catalog): Caller {
  return { user, rights: catalog.rights(user.roles), address: ip };
}

function membersOf(catalog: Catalog): Resource {
  const members = catalog.named('member');
  if (!members) throw notFound();
  return members;
}

/** @throws ApiError 404 for people of a managed pool who are no members here */
async function ownRecord({ repository }: Resource, { user }: Caller): Promise<EntityRecord> {
  const record = await repository.find(user.id);
  if (!record) throw notFound('You are not among the members of this workspace');
  return record;
}

/** What was sent over what is stored, judged by the form. @throws ApiError 422 */
function changedFields(
  catalog: Catalog,
  { user }: Caller,
  stored: EntityRecord,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const form = catalog.form(FORM);
  if (!form) throw notFound();
  const held = form.model.fields
    .filter(({ name }) => stored[name] !== undefined)
    .map(({ name }) => [name, stored[name]] as const);
  const fields = { ...Object.fromEntries(held), ...sent };
  const errors = validate(form.model, fields, { check: form.check, user });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return fields;
}
