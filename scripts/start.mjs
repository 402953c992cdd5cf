// Everything from a fresh clone to a running console: installs and builds what is missing, then serves.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { orExit, requireNode, schemasDir } from './lib/project.mjs';

requireNode();
await orExit(ensureInstalled);
const dist = await orExit(ensureBuilt);
const server = join(dist, 'services', 'server.js');
process.env.NODE_ENV ??= 'production';
process.env.SCHEMAS_DIR = schemasDir();
process.env.STATIC_DIR ??= join(dist, 'console');
// In this very process: signals, exit code and console are the services' own. They tell "started" from
// "imported" by the program's path.
process.argv[1] = server;
await import(pathToFileURL(server).href);
