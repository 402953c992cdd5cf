import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { findFreePort } from '../../scripts/lib/port.mjs';

/** A version of the code with a copy of its schemas. */
export interface Version {
  name: string;
  root: string;
  schemas: string;
}

/** A running process of a version. */
export interface RunningServer {
  version: Version;
  url: string;
  process: ChildProcess;
  /** Its output so far. */
  readOutput: () => string;
}

const START_TIMEOUT_MS = 240_000;
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** How old the older version is while there is no release. */
const COMMITS_BACK = 50;
/** Versions before this file lose fields of a newer one, and are not tested. */
const FIRST_SUPPORTED_FILE = 'services/engine/resources/unknownFields.ts';

/** Finds the commit of the older version, with the reason. @param requested argument of the command */
export function findOlderCommit(requested: string | undefined): { commit: string; why: string } {
  const toShortHash = (ref: string): string => git('rev-parse', '--short', `${ref}^{commit}`);
  if (requested !== undefined) return { commit: toShortHash(requested), why: 'as requested' };
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  if (tag) return { commit: toShortHash(tag), why: `the last release, ${tag}` };
  const firstSupported = git('log', '--diff-filter=A', '--format=%h', '-1', '--', FIRST_SUPPORTED_FILE);
  const isOlder =
    firstSupported !== '' && Number(git('rev-list', '--count', `${firstSupported}..HEAD`)) < COMMITS_BACK;
  if (firstSupported === '' || isOlder)
    return {
      commit: toShortHash(firstSupported === '' ? 'HEAD' : firstSupported),
      why: 'no release is tagged yet: the first whose changes leave what they do not know',
    };
  return {
    commit: toShortHash(`HEAD~${COMMITS_BACK}`),
    why: `no release is tagged yet: ${COMMITS_BACK} commits back`,
  };
}

/** Checks the code of a commit out into a folder, with the packages of this one. */
export function checkOutCode(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('git', ['archive', '--format=tar', commit], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: packed });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Copies the schemas of a version, and applies edits by file. */
export function prepareVersion(
  name: string,
  root: string,
  folder: string,
  edits: Record<string, object>,
): Version {
  const schemas = join(folder, `schemas-${name.replaceAll(/\W+/g, '-')}`);
  cpSync(join(root, 'schemas'), schemas, { recursive: true });
  for (const [file, content] of Object.entries(edits)) {
    if (existsSync(join(schemas, 'definitions'))) writeFileSync(join(schemas, file), JSON.stringify(content));
  }
  return { name, root, schemas };
}

/** Starts a version. @throws Error with its output where it does not become ready */
export async function serve(version: Version, env: Record<string, string>): Promise<RunningServer> {
  const port = await findFreePort();
  const started = spawn(process.execPath, ['--import', 'tsx', 'services/server.ts'], {
    cwd: version.root,
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'error', DEMO_MESSAGES: '0', RATE_LIMIT: '1000000' },
      ...{ SCHEMAS_DIR: version.schemas, STATIC_DIR: resolve('public'), PORT: String(port) },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const endsAt = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (started.exitCode !== null) throw new Error(`${version.name} does not start:\n${output}`);
    if (Date.now() > endsAt) throw new Error(`${version.name} does not become ready:\n${output}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { version, url, process: started, readOutput: () => output };
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Stops it with SIGTERM. */
export async function stopServer({ process: running }: RunningServer): Promise<void> {
  if (running.exitCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
}
