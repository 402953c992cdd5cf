import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { distDir, orExit, requireNode } from './lib/project.mjs';

requireNode();
await orExit(ensureInstalled);
await orExit(() => build(distDir()));
