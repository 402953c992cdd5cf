import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What needs servers beside a database: poolers, replicas. Each file has the machine to itself. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/servers/**/*.servers.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    globalSetup: ['tests/setup.services.ts'],
    testTimeout: 300_000,
    hookTimeout: 240_000,
  },
});
