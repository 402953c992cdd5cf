import type { CheckResult, ConfirmedWarning } from '../../../schemas/model/responses.ts';
import { canonicalizeRecord } from '../../../schemas/model/canonicalizeRecord.ts';
import { contentFaults } from '../../../schemas/model/content.ts';
import { dropHiddenFields } from '../../../schemas/model/dropHiddenFields.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import type { ActionHandler, Method } from './actions.ts';
import { assertApproved } from './approval.ts';
import { involvesApproval } from './approvalRules.ts';
import { assertChecksPass, listCheckResults, extractConfirmation } from './checks.ts';
import type { RecordResponse } from './recordResponse.ts';
import type { Resource } from './catalog.ts';
import { newId } from './ids.ts';
import { requireIds, authorize, findVisible, type BulkFailures } from './operations.ts';
import { withApiErrors } from './visibility.ts';
import { staleError } from '../storage/repositoryErrors.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { requireObject, rejectUnknownFields } from './write/validateRecord.ts';
import { Records } from './write/records.ts';
import { assertActionPossible } from './write/states.ts';

type Values = Record<string, unknown>;

/** What a verb runs: the schema's action, a handler, or both; a transition needs no handler. */
interface RequestedAction {
  verb: string;
  action?: ActionModel;
  handler?: ActionHandler;
}

/** Runs a verb on one record or, without an id, on the collection. @param version the version that the caller saw */
export async function executeAction(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
  { id, version, method }: { id?: string; version?: number; method?: Method } = {},
): Promise<unknown> {
  const requested = findRequestedAction(
    services,
    resource.model,
    verb,
    id === undefined ? 'list' : 'record',
    method,
  );
  authorize(resource, caller, requested.handler?.operation ?? verb);
  const input = body === undefined ? {} : requireObject(body);
  if (id === undefined) {
    return executeOnCollection(
      services,
      resource,
      requested,
      readInput(services, requested, input, caller),
      caller,
    );
  }
  const record = await findVisible(resource, caller, id);
  await assertPossibleNow(services, resource, requested, record, caller, version);
  const { action } = requested;
  const { confirmed, input: formInput } = extractConfirmation(action ?? {}, input);
  const handlerInput = readInput(services, requested, formInput, caller);
  // The approval was decided for this version.
  const approvedVersion = involvesApproval(resource.model, action) ? record.version : undefined;
  const recordCall = { record, input: handlerInput, version: version ?? approvedVersion };
  if (!action?.checks) return executeOnRecord(services, resource, caller, requested, recordCall);
  const warnings = await assertChecksPass(services, resource.model, action, record, caller.user, confirmed);
  const checkedCall = { ...recordCall, version: version ?? record.version, confirmed: warnings };
  return executeOnRecord(services, resource, caller, requested, checkedCall);
}

/** Runs an action's checks on a record without executing it. @throws ApiError 403, 404, 409 STATE */
export async function checkAction(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  id: string,
): Promise<CheckResult[]> {
  const requested = findRequestedAction(services, resource.model, verb, 'record');
  const { action } = requested;
  if (!action?.checks) throw notFound();
  authorize(resource, caller, requested.handler?.operation ?? verb);
  const record = await findVisible(resource, caller, id);
  await assertPossibleNow(services, resource, requested, record, caller, undefined);
  return listCheckResults(services, resource.model, action, record, caller.user);
}

export interface BulkActionResponse {
  done: string[];
  failed: BulkFailures;
}

/** Executes an action on several records one by one: one that fails does not affect the others. */
export async function executeActionOnMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
): Promise<BulkActionResponse> {
  const { model } = resource;
  const requested = findRequestedAction(services, model, verb, 'record');
  if (!requested.action?.on.includes('bulk')) throw notFound();
  authorize(resource, caller, requested.handler?.operation ?? verb);
  const { confirmed, input: sent } = extractConfirmation(requested.action, requireObject(body));
  const { ids, input = {}, ...rest } = sent;
  rejectUnknownFields(rest);
  const sentInput = requireObject(input);
  const handlerInput = readInput(services, requested, sentInput, caller, '/input');
  if (requested.handler?.isBatch)
    return executeOnBatch(services, resource, caller, requested, handlerInput, ids);
  const inputOfEach = requested.action.checks ? { ...sentInput, confirmed } : sentInput;
  const done: string[] = [];
  const failed = new Map<string, BulkFailures[string]>();
  for (const id of requireIds(ids)) {
    try {
      await executeAction(services, resource, caller, verb, inputOfEach, { id });
      done.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [fieldError] = Object.values(error.details.fields ?? {});
      failed.set(id, { code: error.code, message: fieldError ?? error.message });
    }
  }
  return { done, failed: Object.fromEntries(failed) };
}

/** Executes a batch action: one call of its handler with all records on which it is possible. */
async function executeOnBatch(
  services: Services,
  resource: Resource,
  caller: Caller,
  requested: RequestedAction,
  input: Values,
  ids: unknown,
): Promise<BulkActionResponse> {
  const chosen: EntityRecord[] = [];
  const failed = new Map<string, BulkFailures[string]>();
  for (const id of requireIds(ids)) {
    try {
      const record = await findVisible(resource, caller, id);
      await assertPossibleNow(services, resource, requested, record, caller, undefined);
      chosen.push(record);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.set(id, { code: error.code, message: error.message });
    }
  }
  const change = (): never => {
    throw new Error(`The verb ${requested.verb} of ${resource.model.name} is about several records`);
  };
  const { user, address } = caller;
  if (chosen.length > 0)
    await requested.handler
      ?.run({ model: resource.model, records: chosen, input, user, address, change })
      .catch((error: unknown) => {
        throw error instanceof ApiError ? belowInput(error) : error;
      });
  return { done: chosen.map(({ id }) => id), failed: Object.fromEntries(failed) };
}

/** Moves the pointers of field errors below `/input`, where the body of a bulk call has the input. */
function belowInput({ status, code, message, details }: ApiError): ApiError {
  const fields = Object.entries(details.fields ?? {}).map(([pointer, text]) => [`/input${pointer}`, text]);
  return new ApiError(status, code, message, { ...details, fields: Object.fromEntries(fields) });
}

/** @throws ApiError 404 for an unknown verb, or a transition that only the system makes */
function findRequestedAction(
  { actions }: Services,
  model: EntityModel,
  verb: string,
  on: ActionHandler['on'],
  method: Method = 'POST',
): RequestedAction {
  const action = model.actions.find((candidate) => candidate.id === verb);
  const handler = actions.find(model.name, on, verb, method);
  const transition = on === 'record' && method === 'POST' ? action?.transition : undefined;
  if (transition?.by === 'system' || !(handler || transition)) throw notFound();
  return { verb, action, handler };
}

/**
 * Fails early, before the input is read. Checked again on the locked record, as another change may come first.
 * @throws ApiError 409 STATE | STALE
 */
async function assertPossibleNow(
  services: Services,
  resource: Resource,
  { action }: RequestedAction,
  record: EntityRecord,
  caller: Caller,
  version: number | undefined,
): Promise<void> {
  const assertPossible = async (): Promise<void> => {
    if (action) assertActionPossible(resource.model, action, record, caller);
    if (version !== undefined && version !== record.version) throw staleError(record);
    if (action) await assertApproved(services, resource.model, action, record, caller);
  };
  await withApiErrors(resource, caller, assertPossible()).catch(async (error: unknown) => {
    const current = error instanceof ApiError ? error.details.current : undefined;
    if (current) await services.authors.resolveNames([current]);
    throw error;
  });
}

/**
 * Returns the handler's input: canonical, validated by the action's form, without blank or hidden values.
 * @param pointerPrefix pointer of the input in the body
 * @throws ApiError 422 for invalid input
 */
function readInput(
  { catalog }: Services,
  { action, handler }: RequestedAction,
  input: Values,
  { user }: Caller,
  pointerPrefix = '',
): Values {
  const formName = action?.input ?? handler?.input;
  const form = formName === undefined ? undefined : catalog.form(formName);
  // Nobody would read it.
  if (!form && !handler) rejectUnknownFields(input);
  if (!form) return input;
  const canonicalInput = canonicalizeRecord(form.model, input, { newId });
  const options = { validator: form.validator, user, judgeContent: contentFaults };
  const errors = Object.entries(validate(form.model, canonicalInput, options));
  if (errors.length > 0)
    throw invalid(Object.fromEntries(errors.map(([pointer, message]) => [pointerPrefix + pointer, message])));
  return dropHiddenFields(form.model, canonicalInput, { user });
}

function executeOnCollection(
  services: Services,
  resource: Resource,
  { verb, handler }: RequestedAction,
  input: Values,
  caller: Caller,
): Promise<unknown> {
  const { model } = resource;
  if (!handler) throw notFound();
  const change = (): never => {
    throw new Error(`The verb ${verb} of ${model.name} has no record to change`);
  };
  const runOnRecord = (id: string, otherVerb: string): Promise<unknown> =>
    executeAction(services, resource, caller, otherVerb, undefined, { id });
  return handler.run({
    model,
    input,
    user: caller.user,
    onReplicaRead: caller.onReplicaRead,
    change,
    runOnRecord,
  });
}

interface RecordCall {
  record: EntityRecord;
  input: Values;
  version?: number;
  confirmed?: readonly ConfirmedWarning[];
}

async function executeOnRecord(
  services: Services,
  resource: Resource,
  caller: Caller,
  { verb, action, handler }: RequestedAction,
  { record, input, version, confirmed }: RecordCall,
): Promise<unknown> {
  const { model } = resource;
  const writer = new Records(services, resource, caller);
  let isChanged = false;
  const change = (fields: Values): Promise<RecordResponse> => {
    isChanged = true;
    if (action?.transition) return writer.transition(record.id, verb, fields, { version, input, confirmed });
    const changed = (stored: EntityRecord): Values => ({ ...stored, ...fields });
    const options = { operation: verb, locked: 'open', version, action, input, confirmed } as const;
    return writer.change(record.id, changed, options);
  };
  if (!handler) return change(pickRecordFields(model, input));
  const answer = await handler.run({
    model,
    record,
    ...(handler.isBatch && { records: [record] }),
    input,
    user: caller.user,
    address: caller.address,
    onReplicaRead: caller.onReplicaRead,
    change,
  });
  if (action?.transition && !isChanged && !handler.isBatch)
    throw new Error(`The handler of ${verb} of ${model.name} did not make the transition with change()`);
  return answer;
}

/** The input values that are fields of the record. */
const pickRecordFields = ({ fields }: EntityModel, input: Values): Values =>
  Object.fromEntries(Object.entries(input).filter(([name]) => fields.some((field) => field.name === name)));
