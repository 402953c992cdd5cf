import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { writeCompiledProduct } from '../schemas/built.ts';
import { readCatalogues, cataloguePath } from '../schemas/texts/catalogues.ts';
import { listMigrations } from '../services/engine/modules/migrations.ts';
import { MODULES } from '../services/modules.ts';
import { writeTemplateDatabase } from '../services/preparedDatabase.ts';
import { migrate } from '../services/engine/storage/migrate.ts';
import { openDatabase } from '../services/engine/storage/open.ts';
import { warmCodeCache } from './lib/warmCodeCache.ts';
import { asciiCode } from './vite/ascii.ts';
import { sharedHiddenClasses } from './vite/spreads.ts';
import { catalogueRoots } from './vite/texts.ts';

const dist = resolve(process.env['DIST_DIR'] ?? 'dist');
const schemas = resolve(process.env['SCHEMAS_DIR'] ?? 'schemas');
const outDir = join(dist, 'services');

/** Not bundled: optional, or loaded only in a child process. */
const EXTERNAL_PACKAGES = [
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
  plugins: [sharedHiddenClasses(), asciiCode()],
  ssr: { noExternal: true, external: EXTERNAL_PACKAGES },
  build: {
    ssr: 'services/server.ts',
    outDir,
    target: 'node20',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // CommonJS: on Node 20 the V8 code cache works for scripts, not for ES modules (`launch.mjs`).
      output: {
        ...{ format: 'cjs', entryFileNames: 'main.cjs', chunkFileNames: '[name]-[hash].cjs' },
        // V8 keeps the source in memory: strip comments.
        comments: { jsdoc: false, annotation: false },
      },
    },
  },
});

// Code from the V8 cache cannot call `import()`: a dynamic import must resolve to a chunk of the bundle.
const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
const files = new Set(outputs.map(({ fileName }) => fileName));
const imported = outputs.flatMap((part) => (part.type === 'chunk' ? part.dynamicImports : []));
const outside = imported.filter((name) => !files.has(name));
if (outside.length > 0)
  throw new Error(
    `The services import ${outside.join(', ')} with import(): bundle it, or load it from an unbundled .mjs file`,
  );

// Worker scripts and the launcher are loaded by path, so they are copied next to the bundle.
const entries = await readdir('services', { recursive: true, withFileTypes: true });
const unbundledScripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'));
await Promise.all(
  unbundledScripts.map(({ parentPath, name }) => copyFile(join(parentPath, name), join(outDir, name))),
);
await rename(join(outDir, 'launch.mjs'), join(outDir, 'server.js'));

await mkdir(cataloguePath(outDir));
for (const [language, catalogue] of readCatalogues(catalogueRoots()))
  await writeFile(
    join(cataloguePath(outDir), `${language}.json`),
    JSON.stringify(Object.fromEntries(catalogue)),
  );

const compiledProduct = writeCompiledProduct(schemas, outDir);
await writeTemplateDatabase(compiledProduct, outDir, async (dataDir) => {
  const db = await openDatabase({ dataDir });
  await migrate(db, compiledProduct.product.entities, listMigrations(MODULES));
  // Template databases are only needed for CREATE DATABASE; the embedded engine has one database.
  for (const name of ['template0', 'template1']) {
    await db.exec(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await db.exec(`DROP DATABASE ${name}`);
  }
  await db.close();
});
await warmCodeCache(join(outDir, 'server.js'), { schemas, console: join(dist, 'console') });
