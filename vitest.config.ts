import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { schemas } from './scripts/vite/schemas.ts';
import { texts } from './scripts/vite/texts.ts';

const plugins = [react(), texts(), schemas(process.env['SCHEMAS_DIR'] ?? 'schemas')];
const common = {
  pool: 'forks',
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  testTimeout: 120_000,
  hookTimeout: 240_000,
} as const;
const inBrowser = {
  environment: 'jsdom',
  // As in a browser (docs/testing.md); the runner marks it.
  retry: 1,
  setupFiles: ['tests/setup.fresh.ts', 'tests/setup.console.ts'],
};
const testFiles = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll('\\', '/')}`);
/** What stands in for a module of one file must not stand in for it in the next. */
const mocksModules = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');

/** `console` runs in a simulated browser, `services` in Node; what mocks modules runs apart. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A failed comparison names its values whole, also where only the message is printed.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      {
        plugins,
        test: {
          ...common,
          ...inBrowser,
          name: 'console',
          // React and MUI are loaded once for all files of a worker; the setup gives each the product's modules anew.
          isolate: false,
          include: ['tests/*.test.ts', ...testFiles.filter((file) => !mocksModules(file))],
        },
      },
      {
        plugins,
        test: { ...common, ...inBrowser, name: 'console-mocks', include: testFiles.filter(mocksModules) },
      },
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
