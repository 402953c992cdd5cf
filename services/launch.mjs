/**
 * Starts the services that are built beside it, compiled as an earlier process left them: compiling them anew is a
 * third of what a start does on its main thread (docs/benchmarks.md). Plain JavaScript that is started as it is; the
 * build copies it as `server.js`.
 */
import { restoreStartFlags } from './heap.mjs';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const HERE = dirname(fileURLToPath(import.meta.url));
const SUM_BYTES = 32;

/** What was loaded, by file name. */
const loaded = new Map();

/** Gives the exports of a file of the build, which is run once. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.module.exports;
  const filename = join(HERE, name);
  const source = readFileSync(filename);
  const cachedData = keptOf(filename, source);
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${source.toString()}\n})`,
    {
      filename,
      cachedData,
      importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  const module = { exports: {} };
  // V8 takes only what the same version of it compiled under the same flags; those that are ours are set by now.
  const isKept = cachedData !== undefined && !script.cachedDataRejected;
  loaded.set(name, { module, unkept: isKept ? undefined : { script, source } });
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, requireOf(filename), module, filename, HERE);
  return module.exports;
}

/** Finds packages as a file of the build would, and other files of the build by `load`. */
function requireOf(filename) {
  const require = createRequire(filename);
  const own = (id) =>
    id.startsWith('./') && id.endsWith('.cjs') ? load(id.slice('./'.length)) : require(id);
  return Object.assign(own, require);
}

const keptFile = (filename) => `${filename}.compiled`;

/** V8 judges neither whether the code is of this text nor whether all of it is there. */
const sumOf = (source, compiled) => createHash('sha256').update(source).update(compiled).digest();

/** Compiled code that was kept, whole, for this very source. */
function keptOf(filename, source) {
  try {
    const kept = readFileSync(keptFile(filename));
    const compiled = kept.subarray(SUM_BYTES);
    return sumOf(source, compiled).equals(kept.subarray(0, SUM_BYTES)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps for the next start what this process compiled. Where that is not possible, the next one compiles anew. */
function keep(name, { script, source }) {
  const file = keptFile(join(HERE, name));
  const own = `${file}.${process.pid}`;
  try {
    const compiled = script.createCachedData();
    writeFileSync(own, Buffer.concat([sumOf(source, compiled), compiled]));
    renameSync(own, file);
  } catch {
    rmSync(own, { force: true });
  }
}

process.once('exit', (code) => {
  if (code !== 0) return;
  restoreStartFlags();
  for (const [name, { unkept }] of loaded) if (unkept) keep(name, unkept);
});
load('main.cjs');
