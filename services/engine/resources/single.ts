import { defaultsOf } from '../../../schemas/model/fields.ts';
import { ME_ID, singleRecordId } from '../../../schemas/model/single.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import type { RecordResponse } from './recordResponse.ts';
import type { InputForm, Resource } from './catalog.ts';
import { get, authorize, update } from './operations.ts';
import { visibleRecordWithFiles } from './visibility.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { requireObject, requireVersion } from './write/validateRecord.ts';
import { Records } from './write/records.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** A record that is addressed by a word instead of its id. */
export interface Single {
  /** `me` or `current`. */
  word: string;
  /** The record's id, once it is stored. */
  id: string | undefined;
  /** The fields that people may change of their own record, whatever their role; without a form, the entity's rights apply. */
  form?: InputForm;
}

/** The record that a word in place of an id stands for; undefined for an id. */
export async function findSingle(
  { catalog }: Services,
  resource: Resource,
  { user }: Caller,
  word: string,
): Promise<Single | undefined> {
  const form = word === ME_ID ? catalog.ownForm(resource.model.name) : undefined;
  if (form) return { word, id: user.id, form };
  if (word !== singleRecordId(resource.model)) return undefined;
  if (word === ME_ID) return { word, id: (await resource.repository.find(user.id))?.id };
  const [stored] = await resource.repository.list({ take: 1 });
  return { word, id: stored?.id };
}

/** Resolves the word or id of an address to an id. @throws ApiError 404 for a single record that nobody has saved yet */
export async function resolveId(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<string> {
  const single = await findSingle(services, resource, caller, id);
  if (!single) return id;
  if (single.id === undefined) throw notFound(t('%{title} not found', { title: t(resource.model.title) }));
  return single.id;
}

/** Reads the single record; until somebody saves it, its defaults with version 0. */
export async function readSingle(
  services: Services,
  resource: Resource,
  caller: Caller,
  { word, id, form }: Single,
): Promise<EntityRecord> {
  if (form) return ownResponse(services, resource, await ownRecord(services, resource, caller));
  authorize(resource, caller, 'read');
  if (id !== undefined) return get(services, resource, caller, id);
  const noAuthorship = { createdAt: null, updatedAt: null, createdBy: null, updatedBy: null };
  const defaults = { id: word, version: 0, ...noAuthorship, ...defaultsOf(resource.model.fields) };
  return visibleRecordWithFiles(resource, caller, defaults as unknown as EntityRecord);
}

/** Changes the single record, or creates it from version 0. Of two concurrent creations, one is rejected as STALE. */
export async function updateSingle(
  services: Services,
  resource: Resource,
  caller: Caller,
  { word, id, form }: Single,
  body: unknown,
): Promise<RecordResponse> {
  if (form) return updateOwn(services, resource, caller, form, body);
  authorize(resource, caller, 'update');
  const sent = requireObject(body);
  const withId = (own: string): Record<string, unknown> =>
    sent['id'] === word ? { ...sent, id: own } : sent;
  if (id !== undefined) return update(services, resource, caller, id, withId(id));
  if (requireVersion(sent['version'] ?? 0) !== 0)
    throw notFound(t('%{title} not found', { title: t(resource.model.title) }));
  try {
    const options = word === ME_ID ? { id: caller.user.id } : {};
    return await new Records(services, resource, caller).create(sent, options);
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'DUPLICATE';
    const now = isTaken ? await findSingle(services, resource, caller, word) : undefined;
    if (now?.id === undefined) throw error;
    return update(services, resource, caller, now.id, withId(now.id));
  }
}

/** Changes the caller's own record: missing fields stay, blank ones are cleared. The form replaces the rights. */
async function updateOwn(
  services: Services,
  resource: Resource,
  caller: Caller,
  form: InputForm,
  body: unknown,
): Promise<RecordResponse> {
  const stored = await ownRecord(services, resource, caller);
  const { version: from = stored.version, ...sent } = requireObject(body);
  const version = requireVersion(from);
  const changed = (now: EntityRecord): Record<string, unknown> => ({
    ...now,
    ...mergeOwnFields(form, caller, now, sent),
  });
  const records = new Records(services, resource, caller);
  return ownResponse(
    services,
    resource,
    await records.change(stored.id, changed, { version, locked: 'open' }),
  );
}

/** The caller's own record as they may see it. @throws ApiError 404 if they have none in this workspace */
async function ownRecord(services: Services, resource: Resource, caller: Caller): Promise<EntityRecord> {
  const stored = await resource.repository.find(caller.user.id);
  if (!stored)
    throw notFound(
      t('You are not among the %{plural} of this workspace', {
        plural: t(resource.model.plural).toLowerCase(),
      }),
    );
  const record = await visibleRecordWithFiles(resource, caller, stored);
  await services.authors.resolveNames([record]);
  return record;
}

/** A person's own record with the additions of its module. */
async function ownResponse<T extends EntityRecord>(
  { actions, catalog, db }: Services,
  { model }: Resource,
  record: T,
): Promise<T> {
  const additions = await actions.ownRecordAdditions(model.name)?.values({ catalog, db });
  return { ...record, ...additions };
}

/** Merges the sent fields over the stored ones, validated by the form. @throws ApiError 422 */
function mergeOwnFields(
  form: InputForm,
  { user }: Caller,
  stored: EntityRecord,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const storedFields = form.model.fields
    .filter(({ name }) => stored[name] !== undefined)
    .map(({ name }) => [name, stored[name]] as const);
  const fields = { ...Object.fromEntries(storedFields), ...sent };
  const errors = validate(form.model, fields, { validator: form.validator, user });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return fields;
}
