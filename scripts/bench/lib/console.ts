import { join } from 'node:path';
import { ensureBuilt } from '../../lib/build.mjs';
import { distDir, schemasDir } from '../../lib/project.mjs';
import { startServer, type Server } from './server.ts';

/** Password of the demo members (README). */
export const PASSWORD = 'Console-2026';

/** Where a console keeps its data: a folder, or a database on a server. */
export interface Place {
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
export async function startConsole(place: Place, own: Record<string, string> = {}): Promise<Server> {
  const dist = await builtOnce();
  return startServer(join(dist, 'services', 'server.js'), {
    ...environment(place),
    SCHEMAS_DIR: schemasDir(),
    STATIC_DIR: join(dist, 'console'),
    ...own,
  });
}

/** The product as `npm start` starts it once it is built. */
export async function startByCommand(place: Place): Promise<Server> {
  await builtOnce();
  return startServer('scripts/start.mjs', environment(place));
}

function environment({ dataDir, databaseUrl }: Place): Record<string, string> {
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
  const config = (await (await fetch(`${url}/config.json`)).json()) as { userPool: { clientId: string } };
  const response = await fetch(`${url}/user-pool/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: config.userPool.clientId,
      AuthParameters: { USERNAME: username, PASSWORD },
    }),
  });
  const answer = (await response.json()) as { AuthenticationResult?: { AccessToken: string } };
  if (!answer.AuthenticationResult) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer)}`);
  return answer.AuthenticationResult.AccessToken;
}
