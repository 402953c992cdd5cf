import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Queryable } from '../storage/database.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
  /** Used if the recipient has chosen no language; default English. */
  language?: string;
}

export interface Mailer {
  /** @param tx for a mailer that sends in the background: the mail is sent if this transaction commits */
  send(message: Message, tx?: Queryable): Promise<void>;
  /** Folder that messages are written to when no mail server is configured; logged at the start. */
  readonly outbox?: string;
  close(): void;
}

interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`; without it messages go to the outbox. */
  smtpUrl?: string;
  /** Sender's address. */
  from: string;
  /** Parent of the folder `outbox`. */
  dataDir: string;
}

export function createMailer(settings: MailSettings): Mailer {
  return settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings.from) : outboxMailer(settings);
}

const nodemailer = () => import('nodemailer');

/** A transport that is created, and whose library is loaded, with the first message. */
function lazyTransport<T extends Pick<Transporter, 'close'>>(create: () => Promise<T>) {
  let transport: Promise<T> | undefined;
  const open = async (): Promise<T> => {
    try {
      return await (transport ??= create());
    } catch (error) {
      // The next message tries again.
      transport = undefined;
      throw error;
    }
  };
  return {
    open,
    close: (): void =>
      void transport?.then(
        (opened) => opened.close(),
        () => undefined,
      ),
  };
}

function smtpMailer(url: string, from: string): Mailer {
  // In milliseconds.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = lazyTransport(async () =>
    (await nodemailer()).createTransport({ url, ...timeouts }, { from }),
  );
  return {
    send: async (message) => {
      await (await transport.open()).sendMail(message);
    },
    close: transport.close,
  };
}

/** Writes each message to an `.eml` file, readable by its owner only, since messages contain codes. */
function outboxMailer({ from, dataDir }: MailSettings): Mailer {
  const outbox = join(dataDir, 'outbox');
  const transport = lazyTransport(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from }),
  );
  return {
    outbox,
    send: async (message) => {
      const { message: content } = await (await transport.open()).sendMail(message);
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const file = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(outbox, file), content, { mode: 0o600, flag: 'wx' });
    },
    close: transport.close,
  };
}
