import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/tools.mjs';

// The runner chooses it once; its workers read this file again and inherit it.
process.env['E2E_DIR'] ??= mkdtempSync(join(tmpdir(), 'console-e2e-'));

/** Browser tests drive the built product on its demo data: real services, real database. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Each has a console of its own, and so a workspace: `support/fixtures.ts`.
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Long enough for a machine that is three times as slow as a developer's: what hangs fails all the same.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The summary names what needed a second try (`scripts/lib/suites.mjs`): it is a race to be found.
  retries: 1,
  globalSetup: './tests/e2e/support/setup.ts',
  globalTeardown: './tests/e2e/support/teardown.ts',
  use: {
    // A worker's tests have one page, which is emptied between them: a browser's process that has run the console's code
    // loads it in a third of the time. A test that grants permissions or goes offline has to take that back.
    reuseContext: true,
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    viewport: { width: 1280, height: 800 },
    // Recording every frame takes a third of the time; a failure leaves its picture and what stood on the page.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Chromium has no sandbox for root.
      args: ['--disable-gpu', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
});
