import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { distDir, requireNode } from './lib/project.mjs';

requireNode();
await ensureInstalled();
await build(distDir());
