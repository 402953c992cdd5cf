/**
 * Layers of the services, from the bottom up: a folder may import from folders before it in these lists, never from later
 * ones, types included. docs/architecture.md has a diagram.
 */

/** Used by all products. */
const ENGINE = [
  'settings',
  'metrics',
  'tracing',
  'storage',
  'outbound',
  'http',
  'mail',
  'live',
  'userPool',
  'files',
  'resources',
  'queue',
  'jobs',
  'modules',
  'events',
  'exchange',
  'views',
  'backups',
  'builtIn',
  'server',
];

const PRODUCTS = [
  'management',
  'segments',
  'chatbot',
  'conversations',
  'webchat',
  'friends',
  'campaigns',
  'richMenus',
  'chatAds',
  'dashboard',
  'reports',
  'demo',
];

export const LAYERS: readonly string[] = [
  ...ENGINE.map((room) => `services/engine/${room}/`),
  'services/channels/',
  ...PRODUCTS.map((room) => `services/products/${room}/`),
  // The composition root: start, app, list of modules.
  'services/',
];

/** Each folder in these is a layer of its own. */
export const LAYERED_FOLDERS: readonly string[] = ['services/engine/', 'services/products/'];

/** Folders with private files: other folders may import only their `index.ts`. */
export const PRIVATE_FOLDERS: readonly string[] = PRODUCTS.map((room) => `services/products/${room}/`);

/**
 * Folders of the console without circular imports between their subfolders; files directly in them count as one folder.
 * The folders of one line are checked together, the inner ones instead of the folder that contains them.
 */
export const ACYCLIC_FOLDER_GROUPS: readonly (readonly string[])[] = [
  ['src/'],
  ['src/resources/', 'src/resources/fields/'],
];

/** Sources in which no import runs in a circle. */
export const ACYCLIC_FOLDERS: readonly string[] = ['schemas/', 'services/', 'scripts/'];
