// Exits with 1 when an import runs upwards (`scripts/layers/layers.ts`), into a private file of a product, from the product
// into a helper of tests or in a circle, and each folder of the services that stands in no layer; names each.
import { readImports, testHelperImports } from './layers/importsOf.ts';
import {
  FOLDERS_WITHOUT_CIRCLES,
  LAYERS,
  OF_LAYERS,
  WITH_INTERFACE,
  WITHOUT_CIRCLES,
} from './layers/layers.ts';
import {
  folderImports,
  importCircles,
  privateImports,
  unlistedFolders,
  upwardImports,
} from './layers/rules.ts';

const graph = readImports(process.cwd(), WITHOUT_CIRCLES);
const consoleGraph = readImports(process.cwd(), ['src']);
const folderCircles = FOLDERS_WITHOUT_CIRCLES.flatMap((parents) =>
  importCircles(folderImports(consoleGraph, parents)),
);
const problems = [
  ...unlistedFolders(graph, OF_LAYERS, LAYERS),
  ...upwardImports(graph, LAYERS),
  ...privateImports(graph, WITH_INTERFACE),
  ...testHelperImports(process.cwd(), ['schemas', 'services', 'src']),
  ...[...importCircles(graph), ...folderCircles].map((files) => `In a circle: ${files.join(', ')}`),
];
for (const problem of problems) console.error(problem);
console.log(
  `${graph.size} files, ${problems.length} imports upwards, of private files or in a circle, or folders in no layer`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
