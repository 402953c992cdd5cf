/**
 * What may lean on what in the services, from the bottom up: a folder imports from those above it in these lists, never
 * from one that comes after it, types included. docs/architecture.md draws it.
 */

/** What every product stands on. */
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

/** What the console is used for. */
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
  // What puts everything together: start, app, the list of modules.
  'services/',
];

/** Each folder in these is a layer of its own. */
export const OF_LAYERS: readonly string[] = ['services/engine/', 'services/products/'];

/** Folders whose files are private: the other services import their `index.ts` alone, which exports what is offered. */
export const WITH_INTERFACE: readonly string[] = PRODUCTS.map((room) => `services/products/${room}/`);

/**
 * Folders of the console of which none leans on one that leans on it, seen as wholes; their own files are one of them. Those
 * of one line are looked at together: the folders inside count in the place of the folder that holds them.
 */
export const FOLDERS_WITHOUT_CIRCLES: readonly (readonly string[])[] = [
  ['src/'],
  ['src/resources/', 'src/resources/fields/'],
];

/** Sources in which no import runs in a circle. */
export const WITHOUT_CIRCLES: readonly string[] = ['schemas/', 'services/', 'scripts/'];
