/** PostgreSQL's own parser, as a package; of use here alone, so it is not among those that everybody installs. */
const PACKAGE = 'libpg-query';
const VERSION = '18.1.5';

/** Gives the tree of a text of statements. @throws Error for what is no SQL */
export type Parse = (text: string) => Promise<unknown>;

interface Parser {
  loadModule(): Promise<void>;
  parse: Parse;
}

const isParser = (module: unknown): module is Parser =>
  typeof module === 'object' && module !== null && 'parse' in module && 'loadModule' in module;

/** The parser; undefined where the package is not installed. */
export async function findParser(): Promise<Parse | undefined> {
  let module: unknown;
  try {
    module = await import(PACKAGE);
  } catch {
    return undefined;
  }
  if (!isParser(module)) return undefined;
  await module.loadModule();
  return module.parse;
}

/** @throws Error saying how to install it */
export async function requireParser(): Promise<Parse> {
  const parse = await findParser();
  if (!parse)
    throw new Error(`The parser is not installed: npm install --no-save ${PACKAGE}@${VERSION}, then again.`);
  return parse;
}
