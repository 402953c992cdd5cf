// Exits with 1 when an import runs upwards (`scripts/layers/layers.ts`), into a private file of a product, from the product
// into a helper of tests or in a circle, and each folder of the services that stands in no layer; names each.
import { readImports, testHelperImports } from './layers/imports.ts';
import {
  ACYCLIC_FOLDER_GROUPS,
  LAYERS,
  LAYERED_FOLDERS,
  PRIVATE_FOLDERS,
  ACYCLIC_FOLDERS,
} from './layers/layers.ts';
import {
  folderImports,
  importCircles,
  privateImports,
  unlistedFolders,
  upwardImports,
} from './layers/rules.ts';

const graph = readImports(process.cwd(), ACYCLIC_FOLDERS);
const consoleGraph = readImports(process.cwd(), ['src']);
const folderCircles = ACYCLIC_FOLDER_GROUPS.flatMap((parents) =>
  importCircles(folderImports(consoleGraph, parents)),
);
const problems = [
  ...unlistedFolders(graph, LAYERED_FOLDERS, LAYERS),
  ...upwardImports(graph, LAYERS),
  ...privateImports(graph, PRIVATE_FOLDERS),
  ...testHelperImports(process.cwd(), ['schemas', 'services', 'src']),
  ...[...importCircles(graph), ...folderCircles].map((files) => `In a circle: ${files.join(', ')}`),
];
for (const problem of problems) console.error(problem);
console.log(
  `${graph.size} files, ${problems.length} imports upwards, of private files or in a circle, or folders in no layer`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
