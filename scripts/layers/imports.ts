import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Files that each file imports, type imports included, by paths from the repository's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const IMPORT = /(?:from|import) ?\(? ?'(?<path>\.[^']+)'/g;

/** A helper of tests: a file called `testSomething.ts`, or one in a folder `testing`. */
const isTestHelper = (file: string): boolean =>
  file.includes('/testing/') || /^test[A-Z]/.test(posix.basename(file));

/** Reads the relative imports of all sources in some folders; tests and files called like their helpers are left out. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) => sourcesIn(root, folder));
  const known = new Set(files);
  return new Map(
    files.map((file) => [file, importedPaths(root, file).filter((path) => known.has(path))] as const),
  );
}

/** Imports of test helpers by sources of the product, as sentences: checks of texts pass over what is called like a helper. */
export function testHelperImports(root: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => sourcesIn(root, folder))
    .filter((file) => !isTestHelper(file))
    .flatMap((file) =>
      importedPaths(root, file)
        .filter(isTestHelper)
        .map((imported) => `${file} imports ${imported}, which is called like a helper of tests`),
    );
}

function importedPaths(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = [...text.matchAll(IMPORT)].map((match) =>
    posix.join(posix.dirname(file), match.groups?.['path'] ?? ''),
  );
  return [...new Set(paths)];
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ name }) => !/\.test\.tsx?$|^test[A-Z]/.test(name))
    .map(({ parentPath, name }) => posix.join(parentPath.slice(root.length + 1).replaceAll('\\', '/'), name));
}
