import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { schemas } from './scripts/vite/schemas.ts';

const plugins = [react(), schemas(process.env['SCHEMAS_DIR'] ?? 'schemas')];
const common = {
  pool: 'forks',
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  testTimeout: 120_000,
  hookTimeout: 240_000,
} as const;
const simulatedBrowser = {
  ...common,
  environment: 'jsdom',
  setupFiles: ['tests/setup.console.ts'],
};

const CONSOLE = /\.test\.tsx?$/;
/** What tells that a file needs modules that no other file has used. */
const OWN_MODULES = /\bvi\.(mock|doMock|resetModules)\(|^\/\/ @own-modules/m;
const ownModules = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => CONSOLE.test(path) && OWN_MODULES.test(readFileSync(path, 'utf8')));

/** `console` and `console-own-modules` run in a simulated browser, `services` in Node: docs/testing.md. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins,
        test: {
          ...simulatedBrowser,
          name: 'console',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ownModules,
        },
      },
      { plugins, test: { ...simulatedBrowser, name: 'console-own-modules', include: ownModules } },
      {
        plugins,
        test: {
          ...common,
          name: 'services',
          environment: 'node',
          globalSetup: ['tests/setup.services.ts'],
          include: [
            '{schemas,services,scripts}/**/*.test.ts',
            'tests/{attacks,contract,storage}/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
