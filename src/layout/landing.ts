import type { Access } from '../authProvider/access.ts';
import { mayEnter } from '../authProvider/access.ts';
import type { MenuSection } from '../resources/menu/menuModel.ts';
import { product } from '../resources/product.ts';
import { productsOf } from './products.ts';

export const CHOOSER_PATH = '/products';

interface Visitor {
  access: Pick<Access, 'products'>;
  /** The side menu of the person. */
  menu: readonly MenuSection[];
  /** The hand-written pages there are. */
  pages: readonly string[];
  /** The product that was chosen last. */
  chosen?: string | null;
}

/** The product's landing, where the person is led there and the page is there. */
const landingOf = ({ access, pages }: Visitor): string | undefined => {
  const { landing } = product;
  return landing && pages.includes(landing.path) && mayEnter(access, landing.products)
    ? landing.path
    : undefined;
};

/**
 * Where the root leads: the chosen product, or the only one; the chooser while several are left to choose from; else
 * the first screen there is, or nowhere.
 */
export const rootTarget = (visitor: Visitor): string | undefined => {
  const { access, menu, chosen } = visitor;
  const products = productsOf(access, menu).filter(({ path }) => path !== undefined);
  const only = products.length === 1 ? products[0] : products.find(({ id }) => id === chosen);
  if (only) return only.path;
  if (products.length > 1) return CHOOSER_PATH;
  return landingOf(visitor) ?? menu[0]?.items[0]?.path;
};

/** Where an address leads that is no screen of the console. */
export const elsewhereTarget = (visitor: Visitor): string => {
  const { access, menu } = visitor;
  if (product.landing && !mayEnter(access, product.landing.products)) return '/error';
  return landingOf(visitor) ?? rootTarget(visitor) ?? menu[0]?.items[0]?.path ?? '/';
};

/** The root of each named menu group (`/chatbot`, `/campaign`), and the first screen in it that it leads to. */
export const groupRoots = (menu: readonly MenuSection[]): { path: string; to: string }[] =>
  menu.flatMap(({ id, label, items: [first] }) =>
    label && first ? [{ path: `/${id}`, to: first.path }] : [],
  );
