import type { RJSFValidationError, ValidationData, ValidatorType } from '@rjsf/utils';
import type { FormSession } from './session.ts';

/**
 * rjsf's validator: the very `validate` of the services, through the session that holds the values and shows the faults. Nothing is
 * compiled in the browser. The schemas that rjsf renders hold no alternatives, so that it never asks `isValid`
 * to choose between them.
 */
export function createValidator(session: () => FormSession): ValidatorType {
  const faults = (): RJSFValidationError[] =>
    Object.entries(session().validateAll()).map(([pointer, message]) => ({
      name: pointer,
      message,
      property: pointer,
      stack: message,
    }));
  return {
    validateFormData: (): ValidationData<unknown> => ({ errors: faults(), errorSchema: {} }),
    isValid: () => faults().length === 0,
    rawValidation: <Result>() => ({ errors: faults() as Result[] }),
  };
}
