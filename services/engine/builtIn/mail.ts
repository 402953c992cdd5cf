import type { DomainModule } from '../modules/module.ts';
import { JobError, type JobContext, type Jobs } from '../jobs/index.ts';
import type { Database } from '../storage/database.ts';
import { inLanguage } from '../http/languages.ts';
import type { Mailer, Message } from '../mail/mailer.ts';
import { chosenLanguage } from '../resources/people.ts';
import { message, t } from '../../../schemas/texts/translate.ts';
import { storedText, translateStored } from '../../../schemas/texts/stored.ts';

const KIND = 'mail';
/** Characters of a subject. */
const MAX_SUBJECT = 200;

/**
 * A mailer that leaves each mail to a job: it is sent once the change that wants it is committed, and again when the
 * mail server was away. What was sent is forgotten at once, for mails hold codes and passwords. The stored texts in a
 * mail are said in the language that its receiver has chosen.
 */
export function mailInBackground(jobs: Jobs, db: Database, { outbox }: Pick<Mailer, 'outbox'>): Mailer {
  const add: Mailer['send'] = async (message, tx) => {
    if (tx) await jobs.enqueue(tx, KIND, message);
    else await db.transaction((own) => jobs.enqueue(own, KIND, message));
  };
  return { outbox, send: add, close: () => undefined };
}

/** The jobs that hand mails over. */
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
    [KIND]: {
      label: message('Mail'),
      // With the growing waits: for more than an hour, as long as a code is good.
      retry: 8,
      backoff: 15,
      timeout: '2m',
      concurrency: 4,
      run: async ({ data: { language, ...mail } }: JobContext<Message>, { delivery, services }) => {
        const chosen = await chosenLanguage(services(), mail.to);
        const said = inLanguage(chosen ?? language, () => ({
          ...mail,
          subject: translateStored(mail.subject).slice(0, MAX_SUBJECT),
          text: translateStored(mail.text),
        }));
        await delivery.send(said).catch((error: unknown) => refuse(error, mail.to));
      },
    },
  },
} satisfies DomainModule;

function refuse(cause: unknown, to: string): never {
  const { message, responseCode } = cause as { message?: string; responseCode?: number };
  // What a mail server answers with 5xx holds for good (RFC 5321, 4.2.1).
  throw new JobError(
    storedText('The mail to %{to} was not sent: %{message}', { to, message }),
    (responseCode ?? 0) >= 500,
    { cause },
  );
}
