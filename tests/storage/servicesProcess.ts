import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { signInWithPassword } from '../../scripts/lib/signIn.ts';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { bundledProgram } from './programs.ts';

/** The services in a process of their own. */
export interface ServicesProcess {
  process: ChildProcess;
  url: string;
}

/**
 * Starts the services on a data folder.
 * @param platforms address of the mock platforms
 * @param own further settings
 */
export async function startServices(
  folder: string,
  platforms: string,
  extraSettings: Record<string, string> = {},
): Promise<ServicesProcess> {
  const argv = [await bundledProgram('services'), folder, platforms, JSON.stringify(extraSettings)];
  const process_ = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!process_.stdout) throw new Error('The services have no output');
  for await (const line of createInterface(process_.stdout)) return { process: process_, url: line };
  throw new Error('The services did not start');
}

export async function kill({ process: running }: ServicesProcess): Promise<void> {
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
}

export type ApiRecord = Record<string, unknown> & { id: string; version: number };
export type ApiCall = (method: string, path: string, body?: object) => Promise<ApiRecord>;

/** Signs in as the owner of the demo. @returns the id token */
export async function signInOwner(url: string): Promise<string> {
  return (await signInWithPassword(url, 'owner', DEMO_PASSWORD)).IdToken;
}

/** Creates API calls as the owner of the demo, all of which must succeed. @param url of any process on the database */
export async function createOwnerClient(url: string): Promise<ApiCall> {
  const authorization = `Bearer ${await signInOwner(url)}`;
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = isForm
      ? { authorization }
      : { authorization, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) };
    const answer = await fetch(`${url}/api/v1/${path}`, init);
    const json = (await answer.json()) as ApiRecord;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
}
