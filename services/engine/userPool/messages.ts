import type { Message } from '../mail/mailer.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** The e-mail with the code for a new password. */
export function resetCodeMessage(to: { email: string; name: string }, code: string): Message {
  return {
    to: to.email,
    subject: storedText('Your verification code'),
    text: [
      storedText('Hello %{name},', { name: to.name }),
      '',
      storedText('your code for setting a new password is %{code}. It is good for one hour.', { code }),
      '',
      storedText('If you have not asked for it, you need not do anything: your password stays as it is.'),
      '',
    ].join('\n'),
  };
}
