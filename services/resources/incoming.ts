import { isDeepStrictEqual } from 'node:util';
import { defaultsOf } from '../../schemas/model/fields.ts';
import { isPresent, matches } from '../../schemas/model/match.ts';
import { prune } from '../../schemas/model/prune.ts';
import { SYSTEM_FIELD_NAMES } from '../../schemas/model/systemFields.ts';
import type { EntityRecord, FieldErrors, FieldModel } from '../../schemas/model/types.ts';
import { validate } from '../../schemas/model/validate.ts';
import { forbidden, invalid, malformed } from '../plugins/errors.ts';
import type { Catalog, Resource } from './catalog.ts';
import { isWithinReach, type Caller } from './outgoing.ts';
import { missingReferences } from './references.ts';
import { unmaskSecrets } from './secrets.ts';
import { variableFiller } from './variables.ts';

type Values = Record<string, unknown>;

/** What an answer carries beside the record's own fields; sent back, it is passed over. */
const BOOKKEEPING = new Set([...SYSTEM_FIELD_NAMES, 'once']);

/** @throws ApiError 400 without a body, 422 for one that is no object */
export function asObject(body: unknown): Values {
  if (body === undefined) throw malformed('A JSON object is expected as the body');
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid({ '': 'An object is expected' });
  return body as Values;
}

/** A record without its bookkeeping. */
export const ownFields = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !BOOKKEEPING.has(name)));

/** What is stored of a new record: defaults filled in, judged by the schema, what conditions hide dropped. */
export async function acceptNew(
  catalog: Catalog,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<Values> {
  const sent = asObject(body);
  const draft = { ...defaultsOf(resource.model.fields), ...sent };
  const readOnly = resource.model.fields.filter((field) => field.readOnly && isPresent(sent[field.name]));
  if (readOnly.length > 0) throw invalid(messages(readOnly, 'is set by the system'));
  const withheld = resource.locked.filter(
    (field) => isPresent(sent[field.name]) && !mayChange(field, caller),
  );
  if (withheld.length > 0) throw forbidden(messages(withheld, 'may not be set'));
  return judge(catalog, resource, caller, draft, undefined);
}

/** What is stored of a changed record, and the version that the change was made from. */
export async function acceptChange(
  catalog: Catalog,
  resource: Resource,
  caller: Caller,
  body: unknown,
  stored: EntityRecord,
): Promise<{ draft: Values; version: number }> {
  const sent = asObject(body);
  const { version, id } = sent;
  if (version === undefined || version === null) throw invalid({ '/version': 'Version is required' });
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > 0x7fff_ffff) {
    throw invalid({ '/version': 'Version must be the one that the record came with' });
  }
  if (id !== undefined && id !== stored.id) throw invalid({ '/id': 'Another record is addressed' });
  const draft = ownFields(sent);
  keepLocked(resource, caller, draft, stored);
  return { draft: await judge(catalog, resource, caller, draft, stored), version };
}

/** Judges a whole record by today's schema, whoever made it. */
export async function judge(
  catalog: Catalog,
  resource: Resource,
  caller: Caller,
  draft: Values,
  stored: EntityRecord | undefined,
): Promise<Values> {
  const { model, check } = resource;
  const { user } = caller;
  const unmasked = resource.secrets ? unmaskSecrets(model, draft, stored) : { record: draft, faults: {} };
  const fill = resource.variables ? await variableFiller(catalog, draft) : undefined;
  const errors = { ...validate(model, unmasked.record, { check, user, fill }), ...unmasked.faults };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const pruned = prune(model, unmasked.record, { user });
  if (resource.refers) {
    const missing = await missingReferences(catalog, model, pruned, stored);
    if (Object.keys(missing).length > 0) throw invalid(missing);
  }
  if (!isWithinReach(resource, caller, { ...stored, ...pruned })) throw forbidden();
  return pruned;
}

/** What the person may not change stays as it is stored; another value is refused rather than dropped. */
function keepLocked(resource: Resource, caller: Caller, draft: Values, stored: EntityRecord): void {
  const fixed: FieldModel[] = [];
  const withheld: FieldModel[] = [];
  for (const field of resource.locked) {
    const allowed = mayChange(field, caller);
    const closed =
      field.readOnly ||
      field.mode.edit === 'read' ||
      (field.readOnlyWhen !== undefined && matches(field.readOnlyWhen, stored, { user: caller.user }));
    if (allowed && !closed) continue;
    const held = stored[field.name];
    if (field.name in draft && !sameValue(draft[field.name], held) && !isOwnMask(field, draft[field.name]))
      (allowed ? fixed : withheld).push(field);
    if (held === undefined) Reflect.deleteProperty(draft, field.name);
    else draft[field.name] = held;
  }
  if (withheld.length > 0) throw forbidden(messages(withheld, 'may not be changed'));
  if (fixed.length > 0) throw invalid(messages(fixed, 'cannot be changed'));
}

function mayChange(field: FieldModel, { rights }: Caller): boolean {
  const { read, write } = field.access;
  return (!write || rights.holds(write, 'update')) && (!read || rights.holds(read, 'read'));
}

function sameValue(sent: unknown, held: unknown): boolean {
  return isPresent(sent) ? isDeepStrictEqual(sent, held) : !isPresent(held);
}

const isOwnMask = (field: FieldModel, sent: unknown): boolean =>
  field.secret && typeof sent === 'string' && sent.startsWith('••••');

function messages(fields: FieldModel[], what: string): FieldErrors {
  return Object.fromEntries(fields.map((field) => [`/${field.name}`, `${field.title} ${what}`]));
}
