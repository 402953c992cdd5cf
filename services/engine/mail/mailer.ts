import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Queryable } from '../storage/database.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
  /** Spoken where the receiver has chosen no language; English where it is left out. */
  language?: string;
}

export interface Mailer {
  /** @param tx the transaction with which the mail holds or falls, for a mailer that sends in the background */
  send(message: Message, tx?: Queryable): Promise<void>;
  /** Folder where messages are left when no mail server is configured; to be named at start-up. */
  readonly outbox?: string;
  close(): void;
}

interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`; without it messages go to the outbox. */
  smtpUrl?: string;
  /** Sender's address. */
  from: string;
  /** The outbox is its folder `outbox`. */
  dataDir: string;
}

export function createMailer(settings: MailSettings): Mailer {
  return settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings.from) : outboxMailer(settings);
}

const nodemailer = () => import('nodemailer');

/** A transport whose library is taken with the first message. */
function onceNeeded<T extends Pick<Transporter, 'close'>>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const open = async (): Promise<T> => {
    try {
      return await (made ??= make());
    } catch (error) {
      // The next message tries again.
      made = undefined;
      throw error;
    }
  };
  return {
    open,
    close: (): void =>
      void made?.then(
        (transport) => transport.close(),
        () => undefined,
      ),
  };
}

function smtpMailer(url: string, from: string): Mailer {
  // A slow server must not hold messages for ever: all of these are in milliseconds.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = onceNeeded(async () =>
    (await nodemailer()).createTransport({ url, ...timeouts }, { from }),
  );
  return {
    send: async (message) => {
      await (await transport.open()).sendMail(message);
    },
    close: transport.close,
  };
}

/** Each message becomes an `.eml` file that only the owner may read: it holds codes. */
function outboxMailer({ from, dataDir }: MailSettings): Mailer {
  const outbox = join(dataDir, 'outbox');
  const transport = onceNeeded(async () =>
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
