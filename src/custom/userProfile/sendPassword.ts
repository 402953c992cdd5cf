import { signInError } from '../../authProvider/signInErrors.ts';
import { changePassword } from '../../authProvider/userPool.ts';
import type { FormSender } from '../../resources/form/standalone/formSenders.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The field that an error of the pool is about, by its code. */
const FIELD_BY_ERROR: Record<string, string> = {
  NotAuthorizedException: '/current',
  InvalidPasswordException: '/password',
};

/** Changes the password of the signed-in person, who has to enter the current one. */
export const passwordSender: FormSender = {
  success: t('Password changed'),
  async send({ current, password }) {
    try {
      await changePassword(String(current), String(password));
      return undefined;
    } catch (failure) {
      const error = signInError(failure);
      const pointer = FIELD_BY_ERROR[(failure as { code?: string }).code ?? ''];
      if (!error) return {};
      if (pointer && error.title === undefined) return { [pointer]: error.message };
      throw new Error([error.title, error.message].filter(Boolean).join('. '), { cause: failure });
    }
  },
};
