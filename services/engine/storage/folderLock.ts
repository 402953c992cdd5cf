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
  /** Tells the process from a later one with the same pid; empty where the system does not provide it. */
  started: string;
}

const RENEW_MS = 10_000;
/** A holder on another host cannot be checked: it counts as dead when it has not renewed its lock for this long. */
const STALE_AFTER_MS = 45_000;

const ownLocks = new Set<string>();

/**
 * Locks the folder for this process: the embedded engine has no lock of its own, and two processes on one folder
 * destroy it. The lock of a dead process is taken over.
 * @returns a function that unlocks the folder
 * @throws StorageError naming the process that holds the folder
 */
export function lockFolder(folder: string): () => void {
  const path = join(resolve(folder), 'lock.json');
  if (ownLocks.has(path)) throw inUseError(folder, path, thisProcess());
  if (!createLock(path)) {
    const found = readHolder(path);
    if (found && isAlive(found, path)) throw inUseError(folder, path, found);
    takeOver(folder, path, found);
  }
  ownLocks.add(path);
  const renewal = setInterval(() => renewLock(path), RENEW_MS);
  renewal.unref();
  return () => {
    clearInterval(renewal);
    if (ownLocks.delete(path)) rmSync(path, { force: true });
  };
}

function createLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, JSON.stringify(thisProcess()));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the dead lock movedPath; if another process was quicker, restores that one's lock. */
function takeOver(folder: string, path: string, dead: Holder | undefined): void {
  const movedPath = `${path}.${process.pid}`;
  renameSync(path, movedPath);
  const moved = readHolder(movedPath);
  const isOther = JSON.stringify(moved) !== JSON.stringify(dead);
  if (isOther) {
    try {
      linkSync(movedPath, path);
    } catch {
      // A third process has the lock by now.
    }
  }
  rmSync(movedPath, { force: true });
  if (isOther || !createLock(path)) throw inUseError(folder, path, readHolder(path) ?? thisProcess());
}

function renewLock(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder was removed; the engine reports that.
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
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < STALE_AFTER_MS;
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return processStart(holder.pid) === holder.started;
}

let own: Holder | undefined;
function thisProcess(): Holder {
  own ??= { pid: process.pid, host: hostname(), started: processStart(process.pid) };
  return own;
}

/** An identifier of the process's start, in the system's own format. */
function processStart(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      // The name in parentheses may contain spaces; after it come the state and, 19 fields on, the start.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie holds no lock.
      return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot}/${fields[19] ?? ''}`;
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function inUseError(folder: string, path: string, holder: Holder): StorageError {
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new StorageError(
    `The data folder ${folder} is in use by process ${holder.pid}${where}: stop it, or choose another folder (if that process is none of ours, remove ${path}).`,
  );
}
