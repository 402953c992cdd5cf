import type { DomainModule } from '../modules/module.ts';
import { JobError, type JobContext, type Jobs } from '../jobs/index.ts';
import type { Database } from '../storage/database.ts';
import { inLanguage } from '../http/languages.ts';
import type { Mailer, Message } from '../mail/mailer.ts';
import { chosenLanguage } from '../resources/people.ts';
import { message, t } from '../../../schemas/texts/translate.ts';
import { storedText, translateStored } from '../../../schemas/texts/stored.ts';

const MAIL_JOB = 'mail';
/** Characters of a subject. */
const MAX_SUBJECT_CHARS = 200;

/**
 * A mailer that sends each mail in a job, after the transaction commits and with retries. A sent mail's data is deleted
 * at once, since mails contain codes and passwords. Stored texts in a mail are translated to the recipient's language.
 */
export function createBackgroundMailer(jobs: Jobs, db: Database, { outbox }: Pick<Mailer, 'outbox'>): Mailer {
  const add: Mailer['send'] = async (message, tx) => {
    if (tx) await jobs.enqueue(tx, MAIL_JOB, message);
    else await db.transaction((own) => jobs.enqueue(own, MAIL_JOB, message));
  };
  return { outbox, send: add, close: () => undefined };
}

/** The job that delivers mails. */
export const mailModule = {
  name: 'mail',
  attention: async ({ delivery, settings }) =>
    delivery.outbox !== undefined && settings.environment === 'production'
      ? [
          {
            ...{ id: 'no-mail-server', severity: 'warning' },
            title: t('E-mail is not set up: invitations are not sent'),
            advice: t('Connect a mail server. Until then invitations and codes are only kept in a folder.'),
            technical: `SMTP_URL · ${delivery.outbox}`,
          },
        ]
      : [],
  jobs: {
    [MAIL_JOB]: {
      label: message('Mail'),
      // With the growing backoff: for more than an hour, the lifetime of a code.
      retry: 8,
      backoff: 15,
      timeout: '2m',
      concurrency: 4,
      run: async ({ data: { language, ...mail } }: JobContext<Message>, { delivery, services }) => {
        const chosen = await chosenLanguage(services(), mail.to);
        const translated = inLanguage(chosen ?? language, () => ({
          ...mail,
          subject: translateStored(mail.subject).slice(0, MAX_SUBJECT_CHARS),
          text: translateStored(mail.text),
        }));
        await delivery.send(translated).catch((error: unknown) => throwJobError(error, mail.to));
      },
    },
  },
} satisfies DomainModule;

function throwJobError(cause: unknown, to: string): never {
  const { message, responseCode } = cause as { message?: string; responseCode?: number };
  // 5xx replies are permanent failures (RFC 5321, 4.2.1).
  throw new JobError(
    storedText('The mail to %{to} was not sent: %{message}', { to, message }),
    (responseCode ?? 0) >= 500,
    { cause },
  );
}
