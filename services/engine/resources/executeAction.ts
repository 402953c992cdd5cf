import type { CheckResult, ConfirmedWarning } from '../../../schemas/model/responses.ts';
import { canonical } from '../../../schemas/model/canonical.ts';
import { contentFaults } from '../../../schemas/model/content.ts';
import { dropHiddenFields } from '../../../schemas/model/dropHiddenFields.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import type { ActionHandler, Method } from './actions.ts';
import { assertApproved } from './approval.ts';
import { isHeldByApproval } from './approvalRules.ts';
import { assertChecked, listChecks, takeConfirmation } from './checks.ts';
import type { RecordResponse } from './recordResponse.ts';
import type { Resource } from './catalog.ts';
import { newId } from './ids.ts';
import { requireIds, authorize, findVisible, type BulkFailures } from './operations.ts';
import { withApiErrors } from './visibility.ts';
import { stale } from '../storage/repositoryErrors.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { requireObject, rejectUnknownFields } from './write/validateRecord.ts';
import { Records } from './write/records.ts';
import { assertActionPossible } from './write/states.ts';

type Values = Record<string, unknown>;

/** An action, a verb without one, or a transition, which needs no handler. */
interface Deed {
  verb: string;
  action?: ActionModel;
  handler?: ActionHandler;
}

/** A verb on one record or, without an id, on the collection. @param version the one that the person saw */
export async function executeAction(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
  { id, version, method }: { id?: string; version?: number; method?: Method } = {},
): Promise<unknown> {
  const deed = deedOf(services, resource.model, verb, id === undefined ? 'list' : 'record', method);
  authorize(resource, caller, deed.handler?.operation ?? verb);
  const input = body === undefined ? {} : requireObject(body);
  if (id === undefined) {
    return onCollection(services, resource, deed, readInput(services, deed, input, caller), caller);
  }
  const record = await findVisible(resource, caller, id);
  await demandNow(services, resource, deed, record, caller, version);
  const { action } = deed;
  const { confirmed, input: own } = takeConfirmation(action ?? {}, input);
  const read = readInput(services, deed, own, caller);
  // What was judged is what it is done with.
  const judged = isHeldByApproval(resource.model, action) ? record.version : undefined;
  const seen = { record, input: read, version: version ?? judged };
  if (!action?.checks) return onRecord(services, resource, caller, deed, seen);
  const warnings = await assertChecked(services, resource.model, action, record, caller.user, confirmed);
  const checked = { ...seen, version: version ?? record.version, confirmed: warnings };
  return onRecord(services, resource, caller, deed, checked);
}

/** What stands in the way of an action on a record now, for whoever may do it. @throws ApiError 403, 404, 409 STATE */
export async function checkAction(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  id: string,
): Promise<CheckResult[]> {
  const deed = deedOf(services, resource.model, verb, 'record');
  const { action } = deed;
  if (!action?.checks) throw notFound();
  authorize(resource, caller, deed.handler?.operation ?? verb);
  const record = await findVisible(resource, caller, id);
  await demandNow(services, resource, deed, record, caller, undefined);
  return listChecks(services, resource.model, action, record, caller.user);
}

export interface BulkDone {
  done: string[];
  failed: BulkFailures;
}

/** An action on several records, one by one, so that one that is refused does not hold back the rest. */
export async function executeActionOnMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
): Promise<BulkDone> {
  const { model } = resource;
  const deed = deedOf(services, model, verb, 'record');
  if (!deed.action?.on.includes('bulk')) throw notFound();
  authorize(resource, caller, deed.handler?.operation ?? verb);
  const { confirmed, input: sent } = takeConfirmation(deed.action, requireObject(body));
  const { ids, input = {}, ...rest } = sent;
  rejectUnknownFields(rest);
  const given = requireObject(input);
  const read = readInput(services, deed, given, caller, '/input');
  if (deed.handler?.together) return together(services, resource, caller, deed, read, ids);
  const checked = deed.action.checks ? { ...given, confirmed } : given;
  const done: string[] = [];
  const failed = new Map<string, BulkFailures[string]>();
  for (const id of requireIds(ids)) {
    try {
      await executeAction(services, resource, caller, verb, checked, { id });
      done.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [fault] = Object.values(error.details.fields ?? {});
      failed.set(id, { code: error.code, message: fault ?? error.message });
    }
  }
  return { done, failed: Object.fromEntries(failed) };
}

/** All records by one call of the handler, without those that it is not possible for. */
async function together(
  services: Services,
  resource: Resource,
  caller: Caller,
  deed: Deed,
  input: Values,
  ids: unknown,
): Promise<BulkDone> {
  const chosen: EntityRecord[] = [];
  const failed = new Map<string, BulkFailures[string]>();
  for (const id of requireIds(ids)) {
    try {
      const record = await findVisible(resource, caller, id);
      await demandNow(services, resource, deed, record, caller, undefined);
      chosen.push(record);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.set(id, { code: error.code, message: error.message });
    }
  }
  const change = (): never => {
    throw new Error(`The verb ${deed.verb} of ${resource.model.name} is about several records`);
  };
  const { user, address } = caller;
  if (chosen.length > 0)
    await deed.handler
      ?.run({ model: resource.model, records: chosen, input, user, address, change })
      .catch((error: unknown) => {
        throw error instanceof ApiError ? belowInput(error) : error;
      });
  return { done: chosen.map(({ id }) => id), failed: Object.fromEntries(failed) };
}

/** The error of a call on several records, whose body holds the input below `/input`. */
function belowInput({ status, code, message, details }: ApiError): ApiError {
  const fields = Object.entries(details.fields ?? {}).map(([at, said]) => [`/input${at}`, said]);
  return new ApiError(status, code, message, { ...details, fields: Object.fromEntries(fields) });
}

/** @throws ApiError 404 for what nobody may ask for */
function deedOf(
  { actions }: Services,
  model: EntityModel,
  verb: string,
  on: ActionHandler['on'],
  method: Method = 'POST',
): Deed {
  const action = model.actions.find((one) => one.id === verb);
  const handler = actions.find(model.name, on, verb, method);
  const transition = on === 'record' && method === 'POST' ? action?.transition : undefined;
  if (transition?.by === 'system' || !(handler || transition)) throw notFound();
  return { verb, action, handler };
}

/**
 * Told before what was sent is looked at; it is judged again on the locked record, as another change may come first.
 * @throws ApiError 409 STATE | STALE
 */
async function demandNow(
  services: Services,
  resource: Resource,
  { action }: Deed,
  record: EntityRecord,
  caller: Caller,
  version: number | undefined,
): Promise<void> {
  const demanded = async (): Promise<void> => {
    if (action) assertActionPossible(resource.model, action, record, caller);
    if (version !== undefined && version !== record.version) throw stale(record);
    if (action) await assertApproved(services, resource.model, action, record, caller);
  };
  await withApiErrors(resource, caller, demanded()).catch(async (error: unknown) => {
    const current = error instanceof ApiError ? error.details.current : undefined;
    if (current) await services.authors.name([current]);
    throw error;
  });
}

/**
 * Returns what a handler is given: judged by the action's form, in its canonical form, without what is blank or hidden.
 * Nothing that was sent reaches a handler before.
 * @param at where the input is in the body
 * @throws ApiError 422 for what the form does not take
 */
function readInput(
  { catalog }: Services,
  { action, handler }: Deed,
  input: Values,
  { user }: Caller,
  at = '',
): Values {
  const asked = action?.input ?? handler?.input;
  const form = asked === undefined ? undefined : catalog.form(asked);
  // Nothing would come of it.
  if (!form && !handler) rejectUnknownFields(input);
  if (!form) return input;
  const read = canonical(form.model, input, { newId });
  const options = { validator: form.validator, user, judgeContent: contentFaults };
  const faults = Object.entries(validate(form.model, read, options));
  if (faults.length > 0) throw invalid(Object.fromEntries(faults.map(([key, said]) => [at + key, said])));
  return dropHiddenFields(form.model, read, { user });
}

function onCollection(
  services: Services,
  resource: Resource,
  { verb, handler }: Deed,
  input: Values,
  caller: Caller,
): Promise<unknown> {
  const { model } = resource;
  if (!handler) throw notFound();
  const change = (): never => {
    throw new Error(`The verb ${verb} of ${model.name} has no record to change`);
  };
  const on = (id: string, other: string): Promise<unknown> =>
    executeAction(services, resource, caller, other, undefined, { id });
  return handler.run({ model, input, user: caller.user, onRead: caller.onRead, change, on });
}

interface OnRecord {
  record: EntityRecord;
  input: Values;
  version?: number;
  confirmed?: readonly ConfirmedWarning[];
}

async function onRecord(
  services: Services,
  resource: Resource,
  caller: Caller,
  { verb, action, handler }: Deed,
  { record, input, version, confirmed }: OnRecord,
): Promise<unknown> {
  const { model } = resource;
  const own = new Records(services, resource, caller);
  let isMade = false;
  const change = (fields: Values): Promise<RecordResponse> => {
    isMade = true;
    if (action?.transition) return own.transition(record.id, verb, fields, { version, input, confirmed });
    const changed = (stored: EntityRecord): Values => ({ ...stored, ...fields });
    const how = { operation: verb, locked: 'open', version, action, input, confirmed } as const;
    return own.change(record.id, changed, how);
  };
  if (!handler) return change(ofRecord(model, input));
  const answer = await handler.run({
    model,
    record,
    ...(handler.together && { records: [record] }),
    input,
    user: caller.user,
    address: caller.address,
    onRead: caller.onRead,
    change,
  });
  if (action?.transition && !isMade && !handler.together)
    throw new Error(`The handler of ${verb} of ${model.name} did not make the transition with change()`);
  return answer;
}

/** What of an input is the record's own. */
const ofRecord = ({ fields }: EntityModel, input: Values): Values =>
  Object.fromEntries(Object.entries(input).filter(([name]) => fields.some((field) => field.name === name)));
