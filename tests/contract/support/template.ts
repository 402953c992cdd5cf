import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * A new data folder with what `fill` leaves in one. That is made once in a run of tests, because it takes seconds, and
 * copied for everybody else who asks for the same.
 * @param name what `fill` makes, the same for the same
 */
export async function copiedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const templates = process.env['TEST_TEMPLATES'] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  if (templates === '') return folder;
  const template = join(templates, name);
  if (!existsSync(template)) {
    const made = mkdtempSync(join(templates, 'making-'));
    await fill(made);
    try {
      renameSync(made, template);
    } catch {
      // Another file of tests was quicker.
      rmSync(made, { recursive: true });
    }
  }
  cpSync(template, folder, { recursive: true });
  return folder;
}
