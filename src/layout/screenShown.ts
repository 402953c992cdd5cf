import { pageAt } from '../resources/pages.ts';
import { type Screen, screenAt } from '../resources/paths.ts';
import { type ConsoleEntity, screens } from '../resources/product.ts';

/** The generated screen at a path; none where a hand-written page stands, though a record's address may look the same. */
export const screenShown = (pathname: string): Screen<ConsoleEntity> | undefined =>
  pageAt(pathname) ? undefined : screenAt(screens, pathname);
