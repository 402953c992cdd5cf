import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * The newest code that was sent to an address, from the folder in which mails are left without a mail server.
 * @param data the folder of the console's data
 */
export async function codeSentTo(data: string, address: string): Promise<string> {
  let code: string | undefined;
  const look = async (): Promise<string | undefined> => {
    code = (await mailsTo(data, address)).at(-1)?.match(/\b\d{6}\b/)?.[0];
    return code;
  };
  await expect.poll(look, { message: `a code sent to ${address}` }).toBeDefined();
  return code ?? '';
}

/** Texts of the mails to an address, oldest first. */
async function mailsTo(data: string, address: string): Promise<string[]> {
  const folder = join(data, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return mails
    .filter((mail) => new RegExp(`^To: .*${address.replaceAll('.', '\\.')}`, 'm').test(mail))
    .map((mail) => mail.slice(mail.indexOf('\n\n')));
}
