import type { ComponentType } from 'react';
import { type Access, mayDo, mayEnter } from '../../authProvider/access.ts';
import type { MenuPage } from './menuModel.ts';
import { matchRoute } from '../paths.ts';

type Params = Record<string, string>;

/** A hand-written page: path, access and menu entry. */
export interface Page {
  name: string;
  /** Path pattern with parameters: `/channels/:channelId/richmenus`. */
  pattern: string;
  /** Title for breadcrumbs and the browser's tab, if not the menu's label. */
  title?: string | ((params: Params) => string);
  /** Name of its parent entity or page in the breadcrumbs. */
  parentPage?: string;
  /** It is a tab beside its parent, so it needs no back link. */
  isTab?: boolean;
  /** The guide's page for its `?` button, if not that of its parent. */
  guide?: string;
  /** Loads its code on the first visit. */
  load: () => Promise<ComponentType>;
  /** The question of its `LeaveGuard` before unsaved input is left. */
  leavePrompt?: string;
  /**
   * Product resources (`chatbot.entry`, `livechat`) of which the user needs one; without it every signed-in user has
   * access.
   */
  access?: string[];
  /** The operation on an entity that the user needs the right to, such as `create`. */
  operation?: [entity: string, operation: string];
  /** Only for a page without parameters. */
  menu?: Omit<MenuPage, 'name' | 'path'>;
}

const pages = new Map<string, Page>();

/** Replaces parameter names, so that equivalent patterns are equal. */
const normalizePattern = (pattern: string): string => pattern.replaceAll(/:\w+/g, ':');

/**
 * Registers a page for routes, breadcrumbs and menu.
 * @throws when its name or path is taken, or it has a menu entry and parameters
 */
export const registerPage = (page: Page): void => {
  if (pages.has(page.name)) throw new Error(`The page ${page.name} is registered already.`);
  const same = [...pages.values()].find(
    ({ pattern }) => normalizePattern(pattern) === normalizePattern(page.pattern),
  );
  if (same) throw new Error(`The page ${page.name} has the address of ${same.name}.`);
  if (!/^\/[\w:/-]+$/.test(page.pattern))
    throw new Error(`"${page.pattern}", the address of ${page.name}, is no path.`);
  if (page.menu && page.pattern.includes(':'))
    throw new Error(`The page ${page.name} cannot stand in the menu: its address has parameters.`);
  pages.set(page.name, page);
};

export const registeredPages = (): Page[] => [...pages.values()];

export const findPage = (name: string): Page | undefined => pages.get(name);

/** Finds the page at a path with its parameters; the one with fewer parameters wins, as in the router. */
export const findPageAt = (pathname: string): { page: Page; params: Params } | undefined =>
  [...pages.values()]
    .flatMap((page) => {
      const params = matchRoute(page.pattern, pathname);
      return params ? [{ page, params }] : [];
    })
    .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];

/** The title of a page with these parameters. */
export const pageTitle = ({ title, menu }: Page, params: Params = {}): string | undefined =>
  (typeof title === 'function' ? title(params) : title) ?? menu?.label;

/** Whether the user has access to a page. */
export const mayOpenPage = (
  person: Pick<Access, 'products' | 'actions'>,
  { access, operation }: Pick<Page, 'access' | 'operation'>,
): boolean => (!access || mayEnter(person, access)) && (!operation || mayDo(person, ...operation));
