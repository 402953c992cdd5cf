import { walkFields, walkValues } from '../../../../schemas/model/fields.ts';
import { valueAt } from '../../../../schemas/model/pointer.ts';
import type { EntityModel, FieldErrors } from '../../../../schemas/model/types.ts';
import type { AddressPolicy } from '../../outbound/addressPolicy.ts';
import { webhookRefusal } from '../../outbound/webhookPolicy.ts';

type Values = Record<string, unknown>;

export function hasWebhooks(model: EntityModel): boolean {
  let found = false;
  walkFields(model.fields, ({ webhook }) => {
    found ||= webhook === true;
  });
  return found;
}

/** Errors of addresses that the server may not call; unchanged addresses are accepted. */
export function webhookErrors(
  model: EntityModel,
  record: Values,
  stored: Values | undefined,
  policy: AddressPolicy,
): FieldErrors {
  const errors: FieldErrors = {};
  walkValues(model.fields, record, ({ webhook }, value, pointer) => {
    if (!webhook || typeof value !== 'string' || value === valueAt(stored, pointer)) return;
    const refusal = webhookRefusal(value, policy);
    if (refusal !== undefined) errors[pointer] = refusal;
  });
  return errors;
}
