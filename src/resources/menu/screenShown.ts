import { pageAt } from './pages.ts';
import { type Screen, screenAt } from '../paths.ts';
import { type ConsoleEntity, screens } from '../product.ts';

/** The generated screen at a path; none where a hand-written page stands, though a record's address may look the same. */
export const screenShown = (pathname: string): Screen<ConsoleEntity> | undefined =>
  pageAt(pathname) ? undefined : screenAt(screens, pathname);
