import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { distDir, exitOnError, requireNode } from './lib/project.mjs';

requireNode();
await exitOnError(ensureInstalled);
await exitOnError(() => build(distDir()));
