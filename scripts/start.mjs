// Starts the console from a fresh clone: installs and builds what is missing, then serves.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { exitOnError, requireNode, schemasDir } from './lib/project.mjs';

requireNode();
await exitOnError(ensureInstalled);
const dist = await exitOnError(ensureBuilt);
const server = join(dist, 'services', 'server.js');
process.env.NODE_ENV ??= 'production';
process.env.SCHEMAS_DIR = schemasDir();
process.env.STATIC_DIR ??= join(dist, 'console');
// In this process, so that signals and the exit code are the services' own. They check `argv[1]` to tell whether they
// are started or imported.
process.argv[1] = server;
await import(pathToFileURL(server).href);
