import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { NON_SCHEMA_FOLDERS } from './digest.ts';
import { findDuplicateKeys } from './duplicateKeys.ts';
import { compileProduct, type SourceFile } from './model/compile.ts';
import type { Json, ProductModel, SchemaProblem } from './model/types.ts';

/** Each type of message and action has a folder in these, with its own fields. */
const MESSAGE_AND_ACTION_FOLDERS = ['messages', 'actions'];

/** Every mistake of a schema folder in one error; its message lists them a line each. */
export class SchemaProblems extends Error {
  override name = 'SchemaProblems';
  readonly problems: SchemaProblem[];

  constructor(folder: string, problems: SchemaProblem[]) {
    const lines = problems.map(
      (one) => `  ${one.file}${one.path === '' ? '' : ` at ${one.path}`}: ${one.message}`,
    );
    super(
      `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${folder}:\n${lines.join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Reads the product's JSON files: entities and common files at the top, `definitions/`, `forms/`, `contents/` and
 * the folders of each type of channel, message and action below. */
export function readSchemaFolder(folder: string): { files: SourceFile[]; problems: SchemaProblem[] } {
  const files: SourceFile[] = [];
  const problems: SchemaProblem[] = [];
  const typeFolders = ['channels', ...MESSAGE_AND_ACTION_FOLDERS].flatMap((part) => foldersIn(folder, part));
  const subfolders = ['.', 'definitions', 'forms', 'contents', ...typeFolders];
  for (const path of subfolders.flatMap((part) => jsonFilesIn(join(folder, part)))) {
    const file = relative(folder, path).split(sep).join('/');
    try {
      const text = readFileSync(path, 'utf8');
      files.push({ file, content: JSON.parse(text) as Json });
      for (const key of findDuplicateKeys(text)) {
        problems.push({ file, path: key, message: 'duplicate key; the first value is ignored' });
      }
    } catch (error) {
      const what = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
      problems.push({ file, path: '', message: `${what}: ${(error as Error).message}` });
    }
  }
  const read = new Set([...files, ...problems].map(({ file }) => file));
  return { files, problems: [...problems, ...findMisplacedSchemas(folder, read)] };
}

/** Schema files in folders that are not loaded. */
function findMisplacedSchemas(folder: string, read: ReadonlySet<string>): SchemaProblem[] {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return paths
    .filter((path) => path.endsWith('.schema.json') && !NON_SCHEMA_FOLDERS.includes(path.split(sep)[0] ?? ''))
    .map((path) => path.split(sep).join('/'))
    .filter((file) => !read.has(file))
    .sort()
    .map((file) => ({
      file,
      path: '',
      message:
        'is not loaded from this folder: put entities at the top, shared definitions in definitions/, forms in forms/, schemas of JSON values in contents/',
    }));
}

/** Loads and compiles the schemas of the whole app. @throws SchemaProblems for any mistake in the folder */
export function loadProduct(folder: string): ProductModel {
  const { files, problems: readProblems } = readSchemaFolder(folder);
  const { product, problems } = compileProduct(files);
  const all = [...readProblems, ...problems];
  if (all.length > 0) throw new SchemaProblems(folder, all);
  return product;
}

/** The folders inside a folder of schemas, by name. */
function foldersIn(folder: string, part: string): string[] {
  const path = join(folder, part);
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(part, name))
    .sort();
}

function jsonFilesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
