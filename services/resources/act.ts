import { matches } from '../../schemas/model/match.ts';
import { validate } from '../../schemas/model/validate.ts';
import { ApiError, invalid, notFound } from '../plugins/errors.ts';
import type { Resource } from './catalog.ts';
import { asObject } from './incoming.ts';
import { demand, reach, type Services } from './operations.ts';
import type { Caller } from './outgoing.ts';

/** A verb of a domain, on one record or on the collection. */
export async function act(
  { catalog, actions }: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
  id?: string,
): Promise<unknown> {
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
  return handler.run({ model, record, input, user: caller.user });
}
