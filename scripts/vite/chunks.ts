import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

const FIELDS = 'src/resources/fields';

/** Editors of few forms, and large ones: chunks of their own, loaded with the form that needs them. */
const SEPARATE_EDITORS = [
  'asked-choice',
  'avatar',
  'choice-table',
  'copy',
  'date',
  'date-time',
  'file',
  'image',
  'in-sentence',
  'item-of',
  'key-values',
  'json',
  'media',
  'one-of-each',
  'reference',
  'references',
  'secret',
  'slider',
  'tags',
  'tested-url',
];

const editorFile = (type: string): string => `${FIELDS}/${type}/editor.tsx`;

/** Editors and list views in the chunk of the form. */
const smallEditors = (): string[] => {
  const files = readdirSync(FIELDS, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const separate = new Set(SEPARATE_EDITORS.map((type) => `${type}/editor.tsx`));
  return (
    files
      // Not ChipsView: only quick replies use it.
      .filter((file) => /^([\w-]+\/editor|list\/(?!Chips)\w+View)\.tsx$/.test(file) && !separate.has(file))
      .map((file) => `${FIELDS}/${file}`)
  );
};

interface Screen {
  name: string;
  /** Entry module; parts that several screens open have none. */
  module?: string;
  /** Further modules of its chunk. */
  parts?: string[];
}

/** Screens and shared parts, in the order in which most visits load them. */
const SCREENS: Screen[] = [
  { name: 'visitor', module: 'src/authProvider/pages/LoginPage.tsx' },
  // Follows the forms of the sign-in screens.
  { name: 'judge', parts: ['schemas/model/validate.ts'] },
  { name: 'console', module: 'src/console/Console.tsx' },
  { name: 'list', module: 'src/resources/list/EntityList.tsx' },
  // Above a list too.
  { name: 'panel', parts: ['src/resources/panels/Panel.tsx'] },
  {
    name: 'dialogs',
    parts: [
      'src/resources/actions/ActionMenu.tsx',
      'src/resources/changes/ConfirmDialog.tsx',
      'src/resources/list/BulkBar.tsx',
    ],
  },
  {
    name: 'pickers',
    parts: ['src/layout/palette/CommandPalette.tsx', 'src/resources/list/FilterPopover.tsx'],
  },
  { name: 'record', module: 'src/resources/show/EntityShow.tsx' },
  { name: 'form', module: 'src/resources/edit/EntityEdit.tsx', parts: smallEditors() },
  { name: 'dates', parts: ['date', 'date-time'].map(editorFile) },
  { name: 'references', parts: ['reference', 'references'].map(editorFile) },
];

const screenModuleFiles = ({ module, parts = [] }: Screen): string[] =>
  [...(module === undefined ? [] : [module]), ...parts].map((one) => resolve(one));

/** Screens with their entry modules. */
export const screenModules = (): (readonly [name: string, module: string])[] =>
  SCREENS.flatMap(({ name, module }) => (module === undefined ? [] : [[name, module] as const]));

/** Entry modules stay chunks of their own, so that the manifest of the build has their names. */
const SCREEN_ENTRY_FILES = new Set(screenModules().map(([, module]) => resolve(module)));

/**
 * Index modules that import far more than the first screens use; what they use is reached by other imports as well. The
 * last screen takes the rest.
 */
const UNFOLLOWED_IMPORTS =
  /\/ra-core\/dist\/controller\/|\/@mui\/material\/styles\/enhanceHighContrast|\/@mui\/system\/index/;

/** Re-exports of react-admin's index besides ra-core, whose components no screen renders. */
const UNUSED_REEXPORTS = /\/react-admin\/dist\/(?!index)|\/ra-ui-materialui\//;

/** Mutation hooks in react-admin's index, which only screens after the list use. */
const MUTATION_MODULES =
  /\/ra-core\/dist\/dataProvider\/use(Update|Create|Delete|MutationWithMutationMode)|\/mutationObserver\.js$|\/useMutation\.js$/;
/** Screens without mutations. */
const READ_ONLY_SCREENS = new Set(['visitor', 'console', 'list']);

/** Earlier screens have the higher priority. */
const screenPriority = (screen: string): number =>
  SCREENS.length - 1 - SCREENS.findIndex(({ name }) => name === screen);

/**
 * Groups the modules that a screen adds to the earlier ones into one chunk. By default the bundler makes a chunk of
 * every set of modules that the same screens share: more than fifty for the first list, and small files compress badly.
 */
export const screenGroups = (): Rolldown.CodeSplittingGroup[] => [
  // Everything that the entry imports, whatever else uses it.
  { name: 'start', tags: ['$initial'], priority: SCREENS.length + 1 },
  commonGroup('both', SCREENS.length, ['visitor', 'judge'], ['console', 'list']),
  commonGroup('rules', SCREENS.length - 0.5, ['judge'], ['form']),
  commonGroup('change', screenPriority('dialogs') + 0.5, ['dialogs', 'pickers', 'record'], ['form']),
  ...SCREENS.map((one): Rolldown.CodeSplittingGroup => {
    const { name: screen } = one;
    let parts: Set<string> | undefined;
    return {
      debugName: screen,
      priority: screenPriority(screen),
      name: (id, context) => {
        parts ??= collectImports(
          screenModuleFiles(one),
          context,
          screenPriority(screen) > screenPriority('form') ? UNFOLLOWED_IMPORTS : undefined,
        );
        if (READ_ONLY_SCREENS.has(screen) && MUTATION_MODULES.test(id)) return null;
        return parts.has(id) && !SCREEN_ENTRY_FILES.has(id) ? screen : null;
      },
    };
  }),
];

/** A chunk of the modules that two sets of screens have in common, so that neither loads all of the other. */
function commonGroup(
  name: string,
  priority: number,
  some: string[],
  others: string[],
): Rolldown.CodeSplittingGroup {
  let parts: [Set<string>, Set<string>] | undefined;
  const collectForScreens = (names: string[], context: Modules): Set<string> =>
    collectImports(
      SCREENS.filter(({ name: screen }) => names.includes(screen)).flatMap(screenModuleFiles),
      context,
      UNFOLLOWED_IMPORTS,
    );
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      parts ??= [collectForScreens(some, context), collectForScreens(others, context)];
      return parts.every((modules) => modules.has(id)) && !SCREEN_ENTRY_FILES.has(id) ? name : null;
    },
  };
}

/** Collects modules with their static imports, transitively. */
function collectImports(roots: string[], modules: Modules, notFollowed?: RegExp): Set<string> {
  const found = new Set(roots);
  // A set also iterates over members that are added meanwhile.
  for (const id of found) {
    if (UNUSED_REEXPORTS.test(id) || notFollowed?.test(id)) continue;
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
