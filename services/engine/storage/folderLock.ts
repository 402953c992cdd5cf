import { execFileSync } from 'node:child_process';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { StorageError } from './database.ts';

interface Holder {
  pid: number;
  host: string;
  /** Tells the process from a later one with the same pid; empty where the system cannot say. */
  started: string;
}

/** The holder on another host cannot be asked; it is gone when its lock was not renewed for this long. */
const RENEW_MS = 10_000;
const GONE_MS = 45_000;

const heldHere = new Set<string>();

/**
 * Takes the folder for this process: the embedded engine has no lock of its own, and two processes on one folder
 * destroy it. What a killed process left behind is taken over.
 * @returns a function that gives the folder free
 * @throws StorageError naming the process that holds the folder
 */
export function lockFolder(folder: string): () => void {
  const path = join(resolve(folder), 'lock.json');
  if (heldHere.has(path)) throw inUse(folder, path, self());
  if (!create(path)) {
    const found = readHolder(path);
    if (found && isAlive(found, path)) throw inUse(folder, path, found);
    takeOver(folder, path, found);
  }
  heldHere.add(path);
  const renewal = setInterval(() => renew(path), RENEW_MS);
  renewal.unref();
  return () => {
    clearInterval(renewal);
    if (heldHere.delete(path)) rmSync(path, { force: true });
  };
}

function create(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, JSON.stringify(self()));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the dead lock aside; should another process have been quicker, its lock is put back. */
function takeOver(folder: string, path: string, dead: Holder | undefined): void {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  const moved = readHolder(aside);
  const other = JSON.stringify(moved) !== JSON.stringify(dead);
  if (other) {
    try {
      linkSync(aside, path);
    } catch {
      // A third one holds it by now: refused all the same.
    }
  }
  rmSync(aside, { force: true });
  if (other || !create(path)) throw inUse(folder, path, readHolder(path) ?? self());
}

function renew(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder was removed under us; the engine will say so.
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return typeof value.pid === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < GONE_MS;
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(holder.pid) === holder.started;
}

let own: Holder | undefined;
function self(): Holder {
  own ??= { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  return own;
}

/** When the process started, in whatever form the system tells it. */
function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      // The name in parentheses may hold spaces; after it come the state and, 19 fields on, the start.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Killed, but not yet waited for by its parent: it holds nothing any more.
      return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot}/${fields[19] ?? ''}`;
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function inUse(folder: string, path: string, holder: Holder): StorageError {
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new StorageError(
    `The data folder ${folder} is in use by process ${holder.pid}${where}: stop it, or choose another folder (if that process is none of ours, remove ${path}).`,
  );
}
