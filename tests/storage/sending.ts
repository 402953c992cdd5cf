import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programOf } from './programs.ts';

export interface Sender {
  process: ChildProcess;
  /** Nothing is left to be sent, by whichever process. */
  done: Promise<void>;
}

/** Starts a process that sends. @throws Error when it ends before it is ready */
export async function startSender(...args: string[]): Promise<Sender> {
  const sender = spawn(process.execPath, [await programOf('sender'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
