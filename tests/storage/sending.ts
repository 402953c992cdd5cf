import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

/** Bundles `sender.ts`, which then starts in half the time. @returns its file, and what removes it */
export async function bundleSender(): Promise<{ file: string; remove: () => void }> {
  const cache = join('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'sender-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { external: true },
    build: {
      ssr: 'tests/storage/sender.ts',
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'sender.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  // Threads are plain files that are started by path: they lie beside the bundle.
  for (const entry of readdirSync('services', { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.mjs'))
      copyFileSync(join(entry.parentPath, entry.name), join(outDir, entry.name));
  return {
    file: join(outDir, 'sender.mjs'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

export interface Sender {
  process: ChildProcess;
  /** Nothing is left to be sent, by whichever process. */
  done: Promise<void>;
}

/** Starts a process that sends. @throws Error when it ends before it is ready */
export async function startSender(file: string, ...args: string[]): Promise<Sender> {
  const sender = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { stdout } = sender;
  const said = (word: string): Promise<void> =>
    new Promise((heard) => {
      createInterface(stdout).on('line', (line) => {
        if (line === word) heard();
      });
    });
  const done = said('done');
  await Promise.race([said('ready'), once(sender, 'exit')]);
  if (sender.exitCode !== null) throw new Error('The sender did not start');
  return { process: sender, done };
}

export async function kill({ process: sender }: Sender): Promise<void> {
  if (sender.exitCode !== null || sender.signalCode !== null) return;
  const ended = once(sender, 'exit');
  sender.kill('SIGKILL');
  await ended;
}
