/**
 * Starts the built services beside it with the code cache of an earlier process: compiling is a third of the work of a
 * start on the main thread (docs/benchmarks.md). Plain JavaScript, because it is started as it is; the build copies it
 * as `server.js`.
 */
import { restoreStartFlags } from './heap.mjs';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const HERE = dirname(fileURLToPath(import.meta.url));
const CHECKSUM_BYTES = 32;

/** Loaded files by name. */
const loaded = new Map();

/** Returns the exports of a file of the build, which runs once. */
function load(name) {
  const existing = loaded.get(name);
  if (existing) return existing.module.exports;
  const filename = join(HERE, name);
  const source = readFileSync(filename);
  const cachedData = readCompiled(filename, source);
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${source.toString()}\n})`,
    {
      filename,
      cachedData,
      importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  const module = { exports: {} };
  // V8 accepts only code of the same version and flags; `heap.mjs` has set ours by now.
  const isReused = cachedData !== undefined && !script.cachedDataRejected;
  loaded.set(name, { module, uncached: isReused ? undefined : { script, source } });
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, createRequireFor(filename), module, filename, HERE);
  return module.exports;
}

/** Creates a `require` that resolves packages as usual, and other files of the build by `load`. */
function createRequireFor(filename) {
  const require = createRequire(filename);
  const requireFile = (id) =>
    id.startsWith('./') && id.endsWith('.cjs') ? load(id.slice('./'.length)) : require(id);
  return Object.assign(requireFile, require);
}

const compiledFile = (filename) => `${filename}.compiled`;

/** V8 verifies neither that the code is of this source nor that it is complete. */
const checksum = (source, compiled) => createHash('sha256').update(source).update(compiled).digest();

/** Reads the cached code of this source; undefined where it is missing or damaged. */
function readCompiled(filename, source) {
  try {
    const content = readFileSync(compiledFile(filename));
    const compiled = content.subarray(CHECKSUM_BYTES);
    return checksum(source, compiled).equals(content.subarray(0, CHECKSUM_BYTES)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the compiled code for the next start. A failure is ignored: the next start compiles again. */
function saveCompiled(name, { script, source }) {
  const file = compiledFile(join(HERE, name));
  const temporary = `${file}.${process.pid}`;
  try {
    const compiled = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([checksum(source, compiled), compiled]));
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

process.once('exit', (code) => {
  if (code !== 0) return;
  restoreStartFlags();
  for (const [name, { uncached }] of loaded) if (uncached) saveCompiled(name, uncached);
});
load('main.cjs');
