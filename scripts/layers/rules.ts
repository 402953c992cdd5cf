import type { ImportGraph } from './imports.ts';

/** Imports that run from a lower layer up into a higher one, as sentences. */
export function upwardImports(graph: ImportGraph, layers: readonly string[]): string[] {
  const layerIndex = (file: string): number => layers.findIndex((layer) => file.startsWith(layer));
  return [...graph].flatMap(([file, imports]) => {
    const level = layerIndex(file);
    if (level < 0) return [];
    return imports
      .filter((imported) => layerIndex(imported) > level)
      .map(
        (imported) =>
          `${file} imports ${imported}: ${layers[level]} stands below ${layers[layerIndex(imported)]}`,
      );
  });
}

/** Folders below these parents that no layer names, so that nothing would say what they may import; as sentences. */
export function unlistedFolders(
  graph: ImportGraph,
  parents: readonly string[],
  layers: readonly string[],
): string[] {
  const folders = parents.flatMap((parent) =>
    [...graph.keys()].flatMap((file) => {
      const [name, inside] = file.startsWith(parent) ? file.slice(parent.length).split('/') : [];
      return inside === undefined ? [] : [`${parent}${name}/`];
    }),
  );
  return [...new Set(folders)]
    .filter((folder) => !layers.includes(folder))
    .map((folder) => `${folder} stands in no layer: add it to scripts/layers/layers.ts`);
}

/** Imports of the services that reach past the `index.ts` of another folder, as sentences. */
export function privateImports(graph: ImportGraph, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    [...graph].flatMap(([file, imports]) =>
      file.startsWith(folder) || !file.startsWith('services/')
        ? []
        : imports
            .filter((imported) => imported.startsWith(folder) && imported !== `${folder}index.ts`)
            .map((imported) => `${file} imports ${imported}: others may import ${folder}index.ts alone`),
    ),
  );
}

/**
 * What the folders below these parents import of each other, each folder as a whole; files beside the folders are a
 * folder too, the parent. What is made for tests alone is left out.
 */
export function folderImports(graph: ImportGraph, parents: readonly string[]): ImportGraph {
  const folderOf = (file: string): string | undefined => {
    const parent = parents.findLast((one) => file.startsWith(one));
    if (parent === undefined || file.includes('/testing/')) return undefined;
    const [name, inside] = file.slice(parent.length).split('/');
    return inside === undefined ? parent : `${parent}${name}/`;
  };
  const folders = new Map<string, string[]>();
  for (const [file, imports] of graph) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    const others = imports.flatMap((imported) => folderOf(imported) ?? []).filter((one) => one !== folder);
    folders.set(folder, [...new Set([...(folders.get(folder) ?? []), ...others])]);
  }
  return folders;
}

/** Files that import each other in a circle, each circle once. (Tarjan's strongly connected components.) */
export function importCircles(graph: ImportGraph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    let least = own;
    stack.push(file);
    for (const imported of graph.get(file) ?? []) {
      if (!index.has(imported)) least = Math.min(least, visit(imported));
      else if (stack.includes(imported)) least = Math.min(least, index.get(imported) ?? own);
    }
    low.set(file, least);
    if (least === own) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1) circles.push(members.sort());
    }
    return least;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return circles;
}
