import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findUnprivilegedUser } from '../../scripts/lib/postgres.mjs';

/** A server that is not ours, in its own folder, as the user that PostgreSQL runs as. */
export function startProgram(program: string, args: string[], folder: string, log: string): ChildProcess {
  const file = openSync(log, 'a');
  const started = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', file, file],
    ...findUnprivilegedUser(),
  });
  closeSync(file);
  return started;
}

/** The process and all that it began, as the system lists them now. */
export function familyOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

function parentOf(id: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${id}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** @returns whether it was there */
export function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

export async function endProgram(program: ChildProcess | undefined): Promise<void> {
  if (!program || program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

/** Waits until something holds. @throws Error that names it, when it does not in time */
export async function until(
  what: string,
  seconds: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}`);
    await pause(100);
  }
}
