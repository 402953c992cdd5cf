import { matches } from '../../schemas/model/match.ts';
import type { ActionModel, EntityRecord } from '../../schemas/model/types.ts';
import { validate } from '../../schemas/model/validate.ts';
import { ApiError, invalid, notFound } from '../plugins/errors.ts';
import type { Answer, Method } from './actions.ts';
import type { Resource } from './catalog.ts';
import { demand, reach } from './operations.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { asObject } from './write/judge.ts';
import { Records } from './write/records.ts';

/** A verb of a domain, on one record or on the collection. */
export async function act(
  services: Services,
  resource: Resource,
  caller: Caller,
  verb: string,
  body: unknown,
  id?: string,
  method: Method = 'POST',
): Promise<unknown> {
  const { catalog, actions } = services;
  const { model } = resource;
  const handler = actions.find(model.name, id === undefined ? 'list' : 'record', verb, method);
  if (!handler) throw notFound();
  demand(resource, caller, handler.operation ?? verb);
  const action = model.actions.find((one) => one.id === verb);
  const record = id === undefined ? undefined : await reach(resource, caller, id);
  const input = body === undefined ? {} : asObject(body);
  const asked = action?.input ?? handler.input;
  const form = asked === undefined ? undefined : catalog.form(asked);
  if (form) {
    const errors = validate(form.model, input, { check: form.check, user: caller.user });
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }
  if (record && action) demandNow(action, record, caller);
  const change = async (fields: Record<string, unknown>): Promise<Answer> => {
    if (!record) throw new Error(`The verb ${verb} of ${model.name} has no record to change`);
    const changed = (stored: EntityRecord): Record<string, unknown> => {
      // Another change may have come first.
      if (action) demandNow(action, stored, caller);
      return { ...stored, ...fields };
    };
    return new Records(services, resource, caller).change(record.id, changed, {
      operation: verb,
      locked: 'open',
    });
  };
  return handler.run({ model, record, input, user: caller.user, change });
}

/** @throws ApiError 422 */
function demandNow({ when, label }: ActionModel, record: EntityRecord, { user }: Caller): void {
  if (!matches(when, record, { user })) throw new ApiError(422, 'INVALID', `${label} is not possible now`);
}
