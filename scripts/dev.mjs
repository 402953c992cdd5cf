// Runs console and services with hot reload on one port.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { findFreePort } from './lib/port.mjs';
import { exitOnError, requireNode, ROOT, schemasDir } from './lib/project.mjs';
import { bin } from './lib/run.mjs';

requireNode();
await exitOnError(ensureInstalled);

const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';
const servicesPort = await findFreePort();
const address = `http://${host}:${port}`;
process.env.NODE_ENV = 'development';
// The services listen on loopback behind vite, which proxies requests of other machines.
if (!/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host)) process.env.TRUST_PROXY = '1';
process.env.SCHEMAS_DIR = schemasDir();
process.env.SERVICES_URL = `http://127.0.0.1:${servicesPort}`;

const services = spawn(
  process.execPath,
  [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'services/server.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // Ctrl-C reaches this process only, which forwards it once: a second signal would abort the shutdown.
    detached: process.platform !== 'win32',
    env: { ...process.env, PORT: String(servicesPort), HOST: '127.0.0.1', PUBLIC_URL: address },
  },
);
services.once('exit', (code) => process.exit(code ?? 1));

const { createServer } = await import('vite');
const vite = await createServer({ root: ROOT, server: { port, host, strictPort: true }, logLevel: 'warn' });
await vite.listen();
// The services print PUBLIC_URL when they are ready.

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    services.kill(signal);
    void vite.close();
  });
}
