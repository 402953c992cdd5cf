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
/** `console` runs in a simulated browser, `services` in Node. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins,
        test: {
          ...common,
          name: 'console',
          // As in a browser (docs/testing.md); the runner marks it.
          retry: 1,
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup.console.ts'],
        },
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
