import { findPageAt } from './pages.ts';
import { type Screen, screenAt } from '../paths.ts';
import { type ConsoleEntity, screens } from '../product.ts';

/** Finds the generated screen at a path; undefined where a hand-written page has that path. */
export const findScreenAt = (pathname: string): Screen<ConsoleEntity> | undefined =>
  findPageAt(pathname) ? undefined : screenAt(screens, pathname);
