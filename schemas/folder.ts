import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { NON_SCHEMA_FOLDERS } from './digest.ts';
import { doubleKeys } from './doubleKeys.ts';
import { compileProduct, type SourceFile } from './model/compile.ts';
import type { Json, ProductModel, SchemaProblem } from './model/types.ts';

/** Where each type of message and action has a folder with the fields of its own. */
const TYPE_FOLDERS = ['messages', 'actions'];

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
  const ofTypes = ['channels', ...TYPE_FOLDERS].flatMap((part) => foldersIn(folder, part));
  const parts = ['.', 'definitions', 'forms', 'contents', ...ofTypes];
  for (const path of parts.flatMap((part) => jsonFilesIn(join(folder, part)))) {
    const file = relative(folder, path).split(sep).join('/');
    try {
      const text = readFileSync(path, 'utf8');
      files.push({ file, content: JSON.parse(text) as Json });
      for (const key of doubleKeys(text)) {
        problems.push({ file, path: key, message: 'stands here twice; the first one has no effect' });
      }
    } catch (error) {
      const what = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
      problems.push({ file, path: '', message: `${what}: ${(error as Error).message}` });
    }
  }
  const read = new Set([...files, ...problems].map(({ file }) => file));
  return { files, problems: [...problems, ...misplacedFiles(folder, read)] };
}

/** Schema files that are in no folder that is read, so that none is passed over unseen. */
function misplacedFiles(folder: string, read: ReadonlySet<string>): SchemaProblem[] {
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
        'is not read here; entities stand at the top, shared parts in definitions/, forms in forms/, what JSON holds in contents/',
    }));
}

/** The compiled product of a folder; throws `SchemaProblems` when anything in it is wrong. */
export function loadProduct(folder: string): ProductModel {
  const { files, problems: unreadable } = readSchemaFolder(folder);
  const { product, problems } = compileProduct(files);
  const all = [...unreadable, ...problems];
  if (all.length > 0) throw new SchemaProblems(folder, all);
  return product;
}

/** The folders inside a part of the schema folder, in the order of their names. */
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
