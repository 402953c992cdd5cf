import type { RJSFSchema, RJSFValidationError, ValidationData, ValidatorType } from '@rjsf/utils';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { FormSession } from './session.ts';

/**
 * rjsf's validator: the very `validate` of the services, through the session that shows the faults. Nothing is
 * compiled in the browser. The schemas that rjsf renders hold no alternatives, so that it never asks `isValid`
 * to choose between them.
 */
export function createValidator(session: () => FormSession): ValidatorType {
  const faultsOf = (data: unknown): RJSFValidationError[] =>
    Object.entries(session().validateAll((data ?? {}) as JsonObject)).map(([pointer, message]) => ({
      name: pointer,
      message,
      property: pointer,
      stack: message,
    }));
  return {
    validateFormData: (data: unknown): ValidationData<unknown> => ({
      errors: faultsOf(data),
      errorSchema: {},
    }),
    isValid: (_schema: RJSFSchema, data: unknown) => faultsOf(data).length === 0,
    rawValidation: <Result>(_schema: RJSFSchema, data: unknown) => ({ errors: faultsOf(data) as Result[] }),
  };
}
