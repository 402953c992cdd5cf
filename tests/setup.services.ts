import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A folder of this run for what many test files begin with (`contract/support/template.ts`). */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'console-templates-'));
  process.env['TEST_TEMPLATES'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
