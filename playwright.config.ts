import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from './scripts/lib/port.mjs';
import { findChromium } from './scripts/lib/tools.mjs';

// The runner chooses them once; its workers read this file again and inherit them.
process.env['E2E_PORT'] ??= String(await freePort());
process.env['E2E_DIR'] ??= mkdtempSync(join(tmpdir(), 'console-e2e-'));

const address = `http://127.0.0.1:${process.env['E2E_PORT']}`;

/** Browser tests drive the built product on its demo data: real services, real database. */
export default defineConfig({
  testDir: 'tests/e2e',
  // One server and one workspace: tests that run at once would see each other's records.
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  globalTeardown: './tests/e2e/support/teardown.ts',
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${address}/healthz`,
    timeout: 240_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env['E2E_PORT'],
      DATA_DIR: join(process.env['E2E_DIR'], 'data'),
      DATABASE_URL: '',
      DEMO: '1',
      RATE_LIMIT: '0',
    },
  },
  use: {
    baseURL: address,
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Chromium has no sandbox for root.
      args: ['--disable-gpu', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
});
