import { matches } from '../../schemas/model/match.ts';
import { validate } from '../../schemas/model/validate.ts';
import { ApiError, invalid, notFound } from '../plugins/errors.ts';
import type { Answer } from './actions.ts';
import type { Resource } from './catalog.ts';
import { asObject, judge, ownFields } from './incoming.ts';
import { demand, reach, type Services } from './operations.ts';
import type { Caller } from './outgoing.ts';
import { writeChange } from './writes.ts';

/** A verb of a domain, on one record or on the collection. */
export async function act(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
  id?: string,
): Promise<unknown> {
  const { catalog, actions } = services;
  const { model } = resource;
  const handler = actions.find(model.name, id === undefined ? 'list' : 'record', verb);
  if (!handler) throw notFound();
  demand(resource, caller, handler.operation ?? verb);
  const action = model.actions.find((one) => one.id === verb);
  const record = id === undefined ? undefined : await reach(resource, caller, id);
  const input = body === undefined ? {} : asObject(body);
  const form = action?.input === undefined ? undefined : catalog.form(action.input);
  if (form) {
    const errors = validate(form.model, input, { check: form.check, user: caller.user });
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }
  if (record && action && !matches(action.when, record, { user: caller.user })) {
    throw new ApiError(422, 'INVALID', `${action.label} is not possible now`);
  }
  const change = async (fields: Record<string, unknown>): Promise<Answer> => {
    if (!record) throw new Error(`The verb ${verb} of ${model.name} has no record to change`);
    const draft = await judge(catalog, resource, caller, { ...ownFields(record), ...fields }, record);
    return writeChange(services, resource, caller, record, draft, record.version, verb);
  };
  return handler.run({ model, record, input, user: caller.user, change });
}
