import type { Message } from '../../../engine/mail/mailer.ts';

/** The mail with which a new member gets in for the first time. */
export function temporaryPasswordMessage(
  to: { name: string; username: string; email: string },
  password: string,
  consoleUrl?: string,
): Message {
  return {
    to: to.email,
    subject: 'Your account',
    text: [
      `Hello ${to.name},`,
      '',
      `you can sign in${consoleUrl === undefined ? '' : ` at ${consoleUrl}`} as ${to.username} with the temporary password ${password}`,
      'You will be asked for a password of your own. The temporary one is good for seven days.',
      '',
    ].join('\n'),
  };
}
