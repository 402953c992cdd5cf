import { signInError } from '../../authProvider/signInErrors.ts';
import { changePassword } from '../../authProvider/userPool.ts';
import type { FormSender } from '../../resources/form/sent/senders.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Field that a refusal of the pool is about. */
const BLAMED: Record<string, string> = {
  NotAuthorizedException: '/current',
  InvalidPasswordException: '/password',
};

/** Changes the password of whoever is signed in; the present one has to be known. */
export const passwordSender: FormSender = {
  success: t('Password changed'),
  async send({ current, password }) {
    try {
      await changePassword(String(current), String(password));
      return undefined;
    } catch (failure) {
      const shown = signInError(failure);
      const pointer = BLAMED[(failure as { code?: string }).code ?? ''];
      if (!shown) return {};
      if (pointer && shown.title === undefined) return { [pointer]: shown.message };
      throw new Error([shown.title, shown.message].filter(Boolean).join('. '), { cause: failure });
    }
  },
};
