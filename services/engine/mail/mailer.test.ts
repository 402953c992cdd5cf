import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from './mailer.ts';

const message = { to: 'somchai@example.com', subject: 'Your verification code', text: 'The code is 123456' };

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'mailer-'))));
afterEach(() => rm(dataDir, { recursive: true }));

test('without a mail server, messages are left in an outbox that only the owner can read', async () => {
  const mailer = createMailer({ from: 'Console <no-reply@localhost>', dataDir });
  await mailer.send(message);
  await mailer.send({ ...message, to: 'malee@example.com\r\nBcc: all@example.com' });
  const outbox = mailer.outbox ?? '';
  const files = await readdir(outbox);
  expect(files).toHaveLength(2);
  for (const file of files) expect((await stat(join(outbox, file))).mode & 0o777).toBe(0o600);
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
  const contents = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
  expect(contents.find((content) => content.includes('To: somchai@example.com'))).toContain(
    'The code is 123456',
  );
  expect(contents.join('\n')).not.toMatch(/^Bcc:/m);
});

test('with a mail server, messages go there', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    let data = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      received.push(text);
      if (data) data = !text.endsWith('\r\n.\r\n');
      else data = /^DATA/i.test(text);
      if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
      else socket.write(data ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@localhost', dataDir });
  await mailer.send(message);
  mailer.close();
  server.close();
  expect(mailer.outbox).toBeUndefined();
  expect(received.join('')).toContain('RCPT TO:<somchai@example.com>');
  expect(received.join('')).toContain('The code is 123456');
  await expect(readdir(dataDir)).resolves.toEqual([]);
});
