import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

const FIELDS = 'src/resources/fields';

/** Editors that few forms have, or that are big: files of their own, fetched beside the form that needs them. */
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

/** The editors that come with the form, and the ways in which lists stand. */
const smallEditors = (): string[] => {
  const files = readdirSync(FIELDS, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const apart = new Set(SEPARATE_EDITORS.map((type) => `${type}/editor.tsx`));
  return (
    files
      // Chips: only where a message has quick replies.
      .filter((file) => /^([\w-]+\/editor|list\/(?!Chips)\w+View)\.tsx$/.test(file) && !apart.has(file))
      .map((file) => `${FIELDS}/${file}`)
  );
};

interface Screen {
  name: string;
  /** What the screen begins with; parts that several screens open have none. */
  module?: string;
  /** What else is fetched with it. */
  parts?: string[];
}

/** Screens, and parts that several of them open, in the order in which most visits load them. */
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

/** The screens that are fetched as such, and the module that each begins with. */
export const screenModules = (): (readonly [name: string, module: string])[] =>
  SCREENS.flatMap(({ name, module }) => (module === undefined ? [] : [[name, module] as const]));

/** The screens themselves stay files of their own, so that the build's manifest still knows them by their names. */
const OWN_FILES = new Set(screenModules().map(([, module]) => resolve(module)));

/**
 * Indexes that name far more than these screens call; what else they call of it is found by a shorter way. The last
 * screen takes what is left.
 */
const UNFOLLOWED_IMPORTS =
  /\/ra-core\/dist\/controller\/|\/@mui\/material\/styles\/enhanceHighContrast|\/@mui\/system\/index/;

/** What react-admin's index re-exports besides ra-core: no screen draws its components. */
const UNUSED_REEXPORTS = /\/react-admin\/dist\/(?!index)|\/ra-ui-materialui\//;

/** What react-admin's index of data hooks names and only forms call: it waits for the screens behind the list. */
const FOR_CHANGES =
  /\/ra-core\/dist\/dataProvider\/use(Update|Create|Delete|MutationWithMutationMode)|\/mutationObserver\.js$|\/useMutation\.js$/;
/** Screens that come before anything is changed. */
const READERS = new Set(['visitor', 'console', 'list']);

/** Screens that come earlier take what they need first. */
const screenPriority = (screen: string): number =>
  SCREENS.length - 1 - SCREENS.findIndex(({ name }) => name === screen);

/**
 * Puts the code that a screen adds to those before it into one file. Left alone, the bundler makes a file of every
 * set of modules that the same screens share: more than fifty for the first list, and small files compress badly.
 */
export const screenGroups = (): Rolldown.CodeSplittingGroup[] => [
  // What the entry imports comes with it, whatever else uses it.
  { name: 'start', tags: ['$initial'], priority: SCREENS.length + 1 },
  inCommon('both', SCREENS.length, ['visitor', 'judge'], ['console', 'list']),
  inCommon('rules', SCREENS.length - 0.5, ['judge'], ['form']),
  inCommon('change', screenPriority('dialogs') + 0.5, ['dialogs', 'pickers', 'record'], ['form']),
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
        if (READERS.has(screen) && FOR_CHANGES.test(id)) return null;
        return parts.has(id) && !OWN_FILES.has(id) ? screen : null;
      },
    };
  }),
];

/** What some screens and others have in common, so that neither brings all of the other. */
function inCommon(
  name: string,
  priority: number,
  some: string[],
  others: string[],
): Rolldown.CodeSplittingGroup {
  let parts: [Set<string>, Set<string>] | undefined;
  const of = (names: string[], context: Modules): Set<string> =>
    collectImports(
      SCREENS.filter(({ name: screen }) => names.includes(screen)).flatMap(screenModuleFiles),
      context,
      UNFOLLOWED_IMPORTS,
    );
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      parts ??= [of(some, context), of(others, context)];
      return parts.every((modules) => modules.has(id)) && !OWN_FILES.has(id) ? name : null;
    },
  };
}

/** The modules with all that they import statically, directly or not. */
function collectImports(roots: string[], modules: Modules, notFollowed?: RegExp): Set<string> {
  const found = new Set(roots);
  // A set hands out what is added while it is walked.
  for (const id of found) {
    if (UNUSED_REEXPORTS.test(id) || notFollowed?.test(id)) continue;
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
