import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundledProgram } from './programs.ts';

export interface Sender {
  process: ChildProcess;
  /** Resolves once nothing is left to send, by any process. */
  done: Promise<void>;
}

/** Starts a sender. @throws Error when it exits before it is ready */
export async function startSender(...args: string[]): Promise<Sender> {
  const sender = spawn(process.execPath, [await bundledProgram('sender'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = sender;
  const waitForLine = (word: string): Promise<void> =>
    new Promise((resolve) => {
      createInterface(stdout).on('line', (line) => {
        if (line === word) resolve();
      });
    });
  const done = waitForLine('done');
  await Promise.race([waitForLine('ready'), once(sender, 'exit')]);
  if (sender.exitCode !== null) throw new Error('The sender did not start');
  return { process: sender, done };
}

export async function kill({ process: sender }: Sender): Promise<void> {
  if (sender.exitCode !== null || sender.signalCode !== null) return;
  const ended = once(sender, 'exit');
  sender.kill('SIGKILL');
  await ended;
}
