import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findUnprivilegedUser } from '../../scripts/lib/postgres.mjs';

/** Starts a third-party server in its own folder, as the user that PostgreSQL runs as. */
export function startProgram(program: string, args: string[], folder: string, log: string): ChildProcess {
  const file = openSync(log, 'a');
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', file, file],
    ...findUnprivilegedUser(),
  });
  closeSync(file);
  return child;
}

/** Lists the ids of a process and its descendants. */
export function listProcessTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = findParent(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const ids = [root];
  for (const one of ids) ids.push(...(children.get(one) ?? []));
  return ids;
}

function findParent(id: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${id}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** @returns whether the process exists */
export function sendSignal(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

export async function killProgram(program: ChildProcess | undefined): Promise<void> {
  if (!program || program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

/** Polls until a condition is true. @throws Error with the description after the timeout */
export async function waitUntil(
  description: string,
  seconds: number,
  condition: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${description}`);
    await pause(100);
  }
}
