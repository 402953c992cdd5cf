import type { Message } from '../../../engine/mail/mailer.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/** The mail with which a new member gets in for the first time. */
export function temporaryPasswordMessage(
  to: { name: string; username: string; email: string },
  password: string,
  consoleUrl?: string,
): Message {
  const values = { consoleUrl, username: to.username, password };
  return {
    to: to.email,
    subject: storedText('Your account'),
    text: [
      storedText('Hello %{name},', { name: to.name }),
      '',
      consoleUrl === undefined
        ? storedText('you can sign in as %{username} with the temporary password %{password}', values)
        : storedText(
            'you can sign in at %{consoleUrl} as %{username} with the temporary password %{password}',
            values,
          ),
      storedText('You will be asked for a password of your own. The temporary one is good for seven days.'),
      '',
    ].join('\n'),
  };
}
