import type { ComponentType } from 'react';
import type { MenuPage } from '../resources/menu/menuModel.ts';

/** A hand-written page: where it is, what it needs, how it stands in the menu. */
export interface Page {
  name: string;
  /** Heading, for breadcrumbs and the browser's tab, where it is not the menu's label. */
  title?: string;
  path: string;
  /** Loads on first visit (`lazy`). */
  component: ComponentType;
  /** Product resources (`chatbot.entry`, `livechat`) of which the person needs one; none means anyone signed in. */
  access?: string[];
  menu?: Omit<MenuPage, 'name' | 'path'>;
}

const pages = new Map<string, Page>();

/** Adds a page to routes and menu. Registering a name twice is a mistake. */
export const registerPage = (page: Page): void => {
  if (pages.has(page.name)) throw new Error(`The page ${page.name} is registered already.`);
  pages.set(page.name, page);
};

export const registeredPages = (): Page[] => [...pages.values()];
