import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { removeTemplate } from './contract/support/testDatabase.ts';

/**
 * Folders of this run: for what many test files begin with (`contract/support/template.ts`, `schemas/testProduct.ts`),
 * and for programs that tests start (`storage/programs.ts`), which find their packages from where they lie.
 */
export default function setup(): () => Promise<void> {
  const cache = join('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const templates = mkdtempSync(join(tmpdir(), 'console-templates-'));
  const programs = mkdtempSync(join(cache, 'console-programs-'));
  process.env['TEST_TEMPLATES'] = templates;
  process.env['TEST_PROGRAMS'] = programs;
  return async () => {
    const server = process.env['TEST_DATABASE_URL'];
    if (server) await removeTemplate(server);
    for (const folder of [templates, programs]) rmSync(folder, { recursive: true, force: true });
  };
}
