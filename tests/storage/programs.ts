import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'vite';
import { writeCompiledProduct } from '../../schemas/built.ts';

/** What tests start in a process of its own, and kill. */
const PROGRAMS = {
  converser: 'tests/storage/converser.ts',
  eventWriter: 'tests/storage/eventWriter.ts',
  jobRunner: 'tests/storage/jobRunner.ts',
  sender: 'tests/storage/sender.ts',
  server: 'services/server.ts',
  writer: 'tests/storage/writer.ts',
};

/**
 * A program as the build makes it, which starts in a fraction of the time of its sources. All are bundled once in a run
 * of tests, with the compiled product beside them.
 * @returns its file
 */
export async function programOf(name: keyof typeof PROGRAMS): Promise<string> {
  const run = process.env['TEST_PROGRAMS'];
  if (run === undefined) throw new Error('TEST_PROGRAMS: the setup of the tests names a folder');
  const folder = resolve(run, 'programs');
  if (!existsSync(folder)) {
    const made = mkdtempSync(join(resolve(run), 'making-'));
    await bundle(made);
    try {
      renameSync(made, folder);
    } catch {
      // Another file of tests was quicker.
      rmSync(made, { recursive: true });
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
  // Threads are plain files that are started by path: they lie beside the bundle.
  for (const entry of readdirSync('services', { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.mjs'))
      copyFileSync(join(entry.parentPath, entry.name), join(outDir, entry.name));
  writeCompiledProduct('schemas', outDir);
}
