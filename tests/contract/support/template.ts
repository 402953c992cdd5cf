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
  const template = await templateFolder(name, fill);
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  if (template !== undefined) cpSync(template, folder, { recursive: true });
  return folder;
}

/** The folder that is copied, made where this run of tests has none yet; none outside of a run. */
export async function templateFolder(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  const templates = process.env['TEST_TEMPLATES'] ?? '';
  if (templates === '') return undefined;
  const template = join(templates, name);
  if (existsSync(template)) return template;
  const made = mkdtempSync(join(templates, 'making-'));
  await fill(made);
  try {
    renameSync(made, template);
  } catch {
    // Another file of tests was quicker.
    rmSync(made, { recursive: true });
  }
  return template;
}
