import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'vite';
import { writeCompiledProduct } from '../../schemas/built.ts';

/** Programs that tests start as processes and kill. */
const PROGRAMS = {
  services: 'tests/storage/servicesProgram.ts',
  eventWriter: 'tests/storage/eventWriter.ts',
  jobRunner: 'tests/storage/jobRunner.ts',
  sender: 'tests/storage/sender.ts',
  server: 'services/server.ts',
  writer: 'tests/storage/writer.ts',
};

/**
 * Bundles a program, which then starts much faster than its sources. All are bundled once per test run, with the
 * compiled product beside them.
 * @returns the file of the bundle
 */
export async function bundledProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const run = process.env['TEST_PROGRAMS'];
  if (run === undefined) throw new Error('TEST_PROGRAMS: the setup of the tests names a folder');
  const folder = resolve(run, 'programs');
  if (!existsSync(folder)) {
    const temporaryDir = mkdtempSync(join(resolve(run), 'making-'));
    await bundle(temporaryDir);
    try {
      renameSync(temporaryDir, folder);
    } catch {
      // Another test file was faster.
      rmSync(temporaryDir, { recursive: true });
    }
  }
  return join(folder, `${name}.mjs`);
}

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { external: true },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rolldownOptions: {
        input: PROGRAMS,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  // Workers are plain files that are started by path, beside the bundle.
  for (const entry of readdirSync('services', { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.mjs'))
      copyFileSync(join(entry.parentPath, entry.name), join(outDir, entry.name));
  writeCompiledProduct('schemas', outDir);
}
