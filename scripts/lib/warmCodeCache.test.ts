import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { warmCodeCache } from './warmCodeCache.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-keep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('starts what was built with none of the builder’s own settings, and ends it once it serves', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://production/console');
  vi.stubEnv('SMTP_URL', 'smtp://production');
  const [server, told] = [join(folder, 'server.cjs'), join(folder, 'told.json')];
  writeFileSync(
    server,
    `process.once('SIGTERM', () => {
       require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env));
       process.exit(0);
     });
     setInterval(() => {}, 1000);
     console.log('  Console: http://127.0.0.1:1234');`,
  );

  await warmCodeCache(server, { schemas: '/the/schemas', console: '/the/console' });

  const env = JSON.parse(readFileSync(told, 'utf8')) as Record<string, string>;
  expect(env).toMatchObject({ SCHEMAS_DIR: '/the/schemas', STATIC_DIR: '/the/console', HOST: '127.0.0.1' });
  expect([env['DATABASE_URL'], env['SMTP_URL']]).toEqual([undefined, undefined]);
});

it('ignores services that do not start: nothing is cached, nothing fails', async () => {
  const server = join(folder, 'broken.cjs');
  writeFileSync(server, `process.exit(1);`);

  await expect(warmCodeCache(server, { schemas: '', console: '' })).resolves.toBeUndefined();
});
