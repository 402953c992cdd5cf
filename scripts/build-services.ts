import { copyFile, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { keepProduct } from '../schemas/built.ts';
import { migrationsOf } from '../services/engine/modules/migrations.ts';
import { MODULES } from '../services/modules.ts';
import { keepDatabase } from '../services/preparedDatabase.ts';
import { migrate } from '../services/engine/storage/migrate.ts';
import { openDatabase } from '../services/engine/storage/open.ts';
import { sharedShapes } from './vite/spreads.ts';

const outDir = join(resolve(process.env['DIST_DIR'] ?? 'dist'), 'services');

/** Bundles the services into `<dist>/services/server.js`; packages stay in node_modules. */
await rm(outDir, { recursive: true, force: true });
await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [sharedShapes()],
  ssr: { external: true },
  build: {
    ssr: 'services/server.ts',
    outDir,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'server.js', chunkFileNames: '[name]-[hash].js' } },
  },
});

// Threads are plain files that are started by path: they lie beside the bundle.
const entries = await readdir('services', { recursive: true, withFileTypes: true });
const threads = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'));
await Promise.all(
  threads.map(({ parentPath, name }) => copyFile(join(parentPath, name), join(outDir, name))),
);

const kept = keepProduct(process.env['SCHEMAS_DIR'] ?? 'schemas', outDir);
await keepDatabase(kept, outDir, async (dataDir) => {
  const db = await openDatabase({ dataDir });
  await migrate(db, kept.product.entities, migrationsOf(MODULES));
  await db.close();
});
