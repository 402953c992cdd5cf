import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { signInWithPassword } from '../../scripts/lib/signIn.ts';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { programOf } from './programs.ts';

/** The services in a process of their own. */
export interface Running {
  process: ChildProcess;
  url: string;
}

/**
 * Starts them on a data folder.
 * @param platforms address of the platforms' stand-in
 * @param own further settings
 */
export async function start(
  folder: string,
  platforms: string,
  own: Record<string, string> = {},
): Promise<Running> {
  const argv = [await programOf('converser'), folder, platforms, JSON.stringify(own)];
  const process_ = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!process_.stdout) throw new Error('The services have no output');
  for await (const line of createInterface(process_.stdout)) return { process: process_, url: line };
  throw new Error('The services did not start');
}

export async function kill({ process: running }: Running): Promise<void> {
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
}

export type Answered = Record<string, unknown> & { id: string; version: number };
export type Ask = (method: string, path: string, body?: object) => Promise<Answered>;

/** Signs the demo's owner in. @returns the token for calls */
export async function ownerToken(url: string): Promise<string> {
  return (await signInWithPassword(url, 'owner', DEMO_PASSWORD)).IdToken;
}

/** Calls of the demo's owner, all of which must succeed. @param url of any process on the database */
export async function asOwner(url: string): Promise<Ask> {
  const authorization = `Bearer ${await ownerToken(url)}`;
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = isForm
      ? { authorization }
      : { authorization, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) };
    const answer = await fetch(`${url}/api/v1/${path}`, init);
    const told = (await answer.json()) as Answered;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(told)}`);
    return told;
  };
}
