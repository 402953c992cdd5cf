import type { ComponentType } from 'react';
import { type Access, mayDo, mayEnter } from '../../authProvider/access.ts';
import type { MenuPage } from './menuModel.ts';
import { matchRoute } from '../paths.ts';

type Params = Record<string, string>;

/** A hand-written page: where it is, what it needs, how it stands in the menu. */
export interface Page {
  name: string;
  /** Its address; parts that differ begin with a colon: `/channels/:channelId/richmenus`. */
  pattern: string;
  /** Heading, for breadcrumbs and the browser's tab, where it is not the menu's label. */
  title?: string | ((params: Params) => string);
  /** Name of the entity or page that comes before it in the breadcrumbs. */
  parentPage?: string;
  /** It stands beside that one as a tab, so there is no way back to it. */
  isTab?: boolean;
  /** The page of the guide that its `?` opens, where it is not that of what it stands under. */
  guide?: string;
  /** Fetches its code on the first visit. */
  load: () => Promise<ComponentType>;
  /** What it asks before it is left with something unfinished; it draws a `LeaveGuard`, or forms that do. */
  leavePrompt?: string;
  /** Product resources (`chatbot.entry`, `livechat`) of which the person needs one; none means anyone signed in. */
  access?: string[];
  /** Operation on an entity (its name first) that the page is for, such as creating; who may not do it is refused. */
  operation?: [entity: string, operation: string];
  /** Only for a page without parameters. */
  menu?: Omit<MenuPage, 'name' | 'path'>;
}

const pages = new Map<string, Page>();

/** Patterns that lead to the same addresses are one: what a part is called does not matter. */
const shapeOf = (pattern: string): string => pattern.replaceAll(/:\w+/g, ':');

/**
 * Adds a page to routes, breadcrumbs and menu.
 * @throws when its name or its address is taken, or its menu entry would lead nowhere
 */
export const registerPage = (page: Page): void => {
  if (pages.has(page.name)) throw new Error(`The page ${page.name} is registered already.`);
  const same = [...pages.values()].find(({ pattern }) => shapeOf(pattern) === shapeOf(page.pattern));
  if (same) throw new Error(`The page ${page.name} has the address of ${same.name}.`);
  if (!/^\/[\w:/-]+$/.test(page.pattern))
    throw new Error(`"${page.pattern}", the address of ${page.name}, is no path.`);
  if (page.menu && page.pattern.includes(':'))
    throw new Error(`The page ${page.name} cannot stand in the menu: its address has parameters.`);
  pages.set(page.name, page);
};

export const registeredPages = (): Page[] => [...pages.values()];

export const pageNamed = (name: string): Page | undefined => pages.get(name);

/** The page at a path, with what its parameters are; one with fewer parameters wins, as in the router. */
export const pageAt = (pathname: string): { page: Page; params: Params } | undefined =>
  [...pages.values()]
    .flatMap((page) => {
      const params = matchRoute(page.pattern, pathname);
      return params ? [{ page, params }] : [];
    })
    .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];

/** What a page is called, with the parameters of its address. */
export const pageTitle = ({ title, menu }: Page, params: Params = {}): string | undefined =>
  (typeof title === 'function' ? title(params) : title) ?? menu?.label;

/** Whether the person's roles open a page. */
export const mayOpenPage = (
  person: Pick<Access, 'products' | 'actions'>,
  { access, operation }: Pick<Page, 'access' | 'operation'>,
): boolean => (!access || mayEnter(person, access)) && (!operation || mayDo(person, ...operation));
