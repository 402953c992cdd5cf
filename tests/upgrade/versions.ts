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

/** A process of a version that serves. */
export interface Serving {
  version: Version;
  url: string;
  process: ChildProcess;
  /** What it wrote. */
  told: () => string;
}

const START_MS = 240_000;
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Commits before the last that the older version is, where nothing was released yet. */
const BACK = 50;
/** Versions from before this file came lose fields of a newer one, and are not proved any more. */
const SINCE = 'services/engine/resources/unknownFields.ts';

/** The commit that the older version is, and why that one. @param asked of the command's argument */
export function olderCommit(asked: string | undefined): { commit: string; why: string } {
  const of = (ref: string): string => git('rev-parse', '--short', `${ref}^{commit}`);
  if (asked !== undefined) return { commit: of(asked), why: 'as asked' };
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  if (tag) return { commit: of(tag), why: `the last release, ${tag}` };
  const since = git('log', '--diff-filter=A', '--format=%h', '-1', '--', SINCE);
  const isOlder = since !== '' && Number(git('rev-list', '--count', `${since}..HEAD`)) < BACK;
  if (since === '' || isOlder)
    return {
      commit: of(since === '' ? 'HEAD' : since),
      why: 'no release is tagged yet: the first whose changes leave what they do not know',
    };
  return { commit: of(`HEAD~${BACK}`), why: `no release is tagged yet: ${BACK} commits back` };
}

/** The code of a commit in a folder of its own, with the packages of this one. */
export function codeOf(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('git', ['archive', '--format=tar', commit], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: packed });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** A version with a copy of its schemas, and others beside and instead of them by file. */
export function versionOf(
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

/** Starts a version. @throws Error with what it wrote where it does not come to serve */
export async function serve(version: Version, env: Record<string, string>): Promise<Serving> {
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
  let told = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  for (;;) {
    if (started.exitCode !== null) throw new Error(`${version.name} does not start:\n${told}`);
    if (Date.now() > until) throw new Error(`${version.name} does not come to serve:\n${told}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { version, url, process: started, told: () => told };
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Ends it as an operator does. */
export async function end({ process: running }: Serving): Promise<void> {
  if (running.exitCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
}
