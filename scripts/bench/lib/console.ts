import { join } from 'node:path';
import { ensureBuilt } from '../../lib/build.mjs';
import { distDir, schemasDir } from '../../lib/project.mjs';
import { signInWithPassword } from '../../lib/signIn.ts';
import { startServer, type Server } from './server.ts';

/** Password of the demo members (README). */
export const PASSWORD = 'Console-2026';

/** Where a console keeps its data: a folder, or a database on a server. */
export interface BenchTarget {
  dataDir: string;
  databaseUrl?: string;
}

let built: Promise<string> | undefined;
/** The build's folder, made once in a run. */
const builtOnce = (): Promise<string> => (built ??= ensureBuilt());

/** Takes what is built already, whatever changed since. */
export const takeBuild = (): void => {
  built = Promise.resolve(distDir());
};

/** The product as it is shipped: built, in production mode, with the demo workspace. */
export async function startConsole(place: BenchTarget, own: Record<string, string> = {}): Promise<Server> {
  const dist = await builtOnce();
  return startServer(join(dist, 'services', 'server.js'), {
    ...environment(place),
    SCHEMAS_DIR: schemasDir(),
    STATIC_DIR: join(dist, 'console'),
    ...own,
  });
}

/** The product as `npm start` starts it once it is built. */
export async function startByCommand(place: BenchTarget): Promise<Server> {
  await builtOnce();
  return startServer('scripts/start.mjs', environment(place));
}

function environment({ dataDir, databaseUrl }: BenchTarget): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    DEMO: '1',
    DEMO_MESSAGES: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  };
}

/** Signs in as a demo member. @returns a token for `Authorization: Bearer` */
export async function signIn(url: string, username: string): Promise<string> {
  return (await signInWithPassword(url, username, PASSWORD)).AccessToken;
}
