import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { keepProduct } from '../schemas/built.ts';
import { readCatalogues, textsFolder } from '../schemas/texts/catalogues.ts';
import { migrationsOf } from '../services/engine/modules/migrations.ts';
import { MODULES } from '../services/modules.ts';
import { keepDatabase } from '../services/preparedDatabase.ts';
import { migrate } from '../services/engine/storage/migrate.ts';
import { openDatabase } from '../services/engine/storage/open.ts';
import { keepCompiled } from './lib/keepCompiled.ts';
import { asciiCode } from './vite/ascii.ts';
import { sharedShapes } from './vite/spreads.ts';
import { textFolders } from './vite/texts.ts';

const dist = resolve(process.env['DIST_DIR'] ?? 'dist');
const schemas = resolve(process.env['SCHEMAS_DIR'] ?? 'schemas');
const outDir = join(dist, 'services');

/** Packages that few installations load, or none but a process of its own; they stay in node_modules. */
const SELDOM = [
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  'pg-native',
  'prom-client',
  'sharp',
];

/** Bundles the services with the packages that each start loads; `<dist>/services/server.js` starts them. */
await rm(outDir, { recursive: true, force: true });
const built = await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [sharedShapes(), asciiCode()],
  ssr: { noExternal: true, external: SELDOM },
  build: {
    ssr: 'services/server.ts',
    outDir,
    target: 'node20',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // Scripts, for V8 keeps no compiled modules on Node 20 (`launch.mjs`).
      output: {
        ...{ format: 'cjs', entryFileNames: 'main.cjs', chunkFileNames: '[name]-[hash].cjs' },
        // The whole source stays in memory.
        comments: { jsdoc: false, annotation: false },
      },
    },
  },
});

// Code that was compiled before has no loader for `import()`: what is loaded later is a file of the bundle, by `require`.
const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
const files = new Set(outputs.map(({ fileName }) => fileName));
const imported = outputs.flatMap((part) => (part.type === 'chunk' ? part.dynamicImports : []));
const outside = imported.filter((name) => !files.has(name));
if (outside.length > 0)
  throw new Error(
    `The services import ${outside.join(', ')} with import(): bundle it, or import it in a file of its own`,
  );

// Threads, and what starts it all, are plain files that are started by path: they lie beside the bundle.
const entries = await readdir('services', { recursive: true, withFileTypes: true });
const threads = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'));
await Promise.all(
  threads.map(({ parentPath, name }) => copyFile(join(parentPath, name), join(outDir, name))),
);
await rename(join(outDir, 'launch.mjs'), join(outDir, 'server.js'));

await mkdir(textsFolder(outDir));
for (const [language, catalogue] of readCatalogues(textFolders()))
  await writeFile(
    join(textsFolder(outDir), `${language}.json`),
    JSON.stringify(Object.fromEntries(catalogue)),
  );

const kept = keepProduct(schemas, outDir);
await keepDatabase(kept, outDir, async (dataDir) => {
  const db = await openDatabase({ dataDir });
  await migrate(db, kept.product.entities, migrationsOf(MODULES));
  // Other databases are made of these; one is all that a folder has.
  for (const name of ['template0', 'template1']) {
    await db.exec(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await db.exec(`DROP DATABASE ${name}`);
  }
  await db.close();
});
await keepCompiled(join(outDir, 'server.js'), { schemas, console: join(dist, 'console') });
