import type { Access } from '../authProvider/access.ts';
import { mayEnter } from '../authProvider/access.ts';
import type { MenuSection } from '../resources/menu/menuModel.ts';
import { product } from '../resources/product.ts';
import { findProductChoices } from './products.ts';

export const CHOOSER_PATH = '/products';

interface LandingContext {
  access: Pick<Access, 'products'>;
  /** The side menu of the person. */
  menu: readonly MenuSection[];
  /** Paths of the hand-written pages. */
  pages: readonly string[];
  /** The last chosen product. */
  chosen?: string | null;
}

/** The product's landing page, where the person may open it and it is registered. */
const findLandingPath = ({ access, pages }: LandingContext): string | undefined => {
  const { landing } = product;
  return landing && pages.includes(landing.path) && mayEnter(access, landing.products)
    ? landing.path
    : undefined;
};

/**
 * Target of the root: the chosen or only product; the chooser while there are several; else the first screen, or undefined.
 */
export const rootTarget = (visitor: LandingContext): string | undefined => {
  const { access, menu, chosen } = visitor;
  const products = findProductChoices(access, menu).filter(({ path }) => path !== undefined);
  const only = products.length === 1 ? products[0] : products.find(({ id }) => id === chosen);
  if (only) return only.path;
  if (products.length > 1) return CHOOSER_PATH;
  return findLandingPath(visitor) ?? menu[0]?.items[0]?.path;
};

/** Target of an address that is no screen of the console. */
export const unknownPathTarget = (visitor: LandingContext): string => {
  const { access, menu } = visitor;
  if (product.landing && !mayEnter(access, product.landing.products)) return '/error';
  return findLandingPath(visitor) ?? rootTarget(visitor) ?? menu[0]?.items[0]?.path ?? '/';
};

/** The root of each named menu group (`/chatbot`, `/campaign`), and its target: the group's first screen. */
export const groupRoots = (menu: readonly MenuSection[]): { path: string; to: string }[] =>
  menu.flatMap(({ id, label, items: [first] }) =>
    label && first ? [{ path: `/${id}`, to: first.path }] : [],
  );
