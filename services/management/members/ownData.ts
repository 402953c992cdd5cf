import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { invalid, notFound } from '../../plugins/errors.ts';
import type { Catalog, Resource } from '../../resources/catalog.ts';
import { outgoingOne } from '../../resources/outgoing.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { asObject, asVersion } from '../../resources/write/judge.ts';
import { Records } from '../../resources/write/records.ts';
import { networkId } from '../network.ts';

/** The form that says which fields are a person's own. */
const FORM = 'user-profile';
const ME = '/api/v1/members/me';

/**
 * `GET` and `PUT /api/v1/members/me`: what people see and change of themselves, whatever their role. Fields that are
 * not sent stay as they are; a blank one is cleared.
 */
export function registerOwnData(app: FastifyInstance, current: () => Services): void {
  app.get(ME, async ({ user, ip }) => {
    const { catalog, authors, db } = current();
    const caller = callerOf({ user, ip }, catalog);
    const resource = membersOf(catalog);
    const record = await outgoingOne(resource, caller, await ownRecord(resource, caller));
    await authors.name([record]);
    return { ...record, networkId: (await networkId(db, catalog.product)) ?? null };
  });

  app.put(ME, async ({ user, ip, body }) => {
    const services = current();
    const { catalog } = services;
    const caller = callerOf({ user, ip }, catalog);
    const resource = membersOf(catalog);
    const stored = await ownRecord(resource, caller);
    const { version: from = stored.version, ...sent } = asObject(body);
    const version = asVersion(from);
    // The form says what is a person's own, whatever the role: it stands for the rights here.
    const changed = (now: EntityRecord): Record<string, unknown> => ({
      ...now,
      ...changedFields(catalog, caller, now, sent),
    });
    return new Records(services, resource, caller).change(stored.id, changed, { version, locked: 'open' });
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
