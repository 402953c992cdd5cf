import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Files that each file imports, type imports included, by paths from the repository's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const IMPORT = /(?:from|import) ?\(? ?'(?<path>\.[^']+)'/g;

/** Reads the relative imports of all sources in some folders; tests and what stands in for tests are left out. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) => sourcesIn(root, folder));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const paths = [...text.matchAll(IMPORT)].map((match) =>
        posix.join(posix.dirname(file), match.groups?.['path'] ?? ''),
      );
      return [file, [...new Set(paths)].filter((path) => known.has(path))];
    }),
  );
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ name }) => !/\.test\.tsx?$|^test[A-Z]/.test(name))
    .map(({ parentPath, name }) => posix.join(parentPath.slice(root.length + 1).replaceAll('\\', '/'), name));
}
