import type { Access } from '../authProvider/access.ts';
import { mayEnter } from '../authProvider/access.ts';
import type { MenuSection } from '../resources/menu/menuModel.ts';
import { productsOf } from './products.ts';

/** Where an address leads that is no screen: the first of these that exists and that the person may enter. */
const LANDINGS: { path: string; products: string[] }[] = [
  { path: '/dashboard/overview', products: ['chatbot', 'campaign', 'livechat'] },
];
/** Whoever has one of these is shown the way from an unknown address; others are shown the error page (docs/product.md). */
const GUIDED = ['chatbot', 'campaign', 'livechat'];

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

const landing = ({ access, pages }: Visitor): string | undefined =>
  LANDINGS.find(({ path, products }) => pages.includes(path) && mayEnter(access, products))?.path;

/**
 * Where the root leads: the chosen product, or the only one; the chooser while several are left to choose from; else
 * the first screen there is, or nowhere.
 */
export const rootTarget = (visitor: Visitor): string | undefined => {
  const { access, menu, chosen } = visitor;
  const products = productsOf(access, menu).filter(({ path }) => path !== undefined);
  const product = products.length === 1 ? products[0] : products.find(({ id }) => id === chosen);
  if (product) return product.path;
  if (products.length > 1) return CHOOSER_PATH;
  return landing(visitor) ?? menu[0]?.items[0]?.path;
};

/** Where an address leads that is no screen of the console. */
export const elsewhereTarget = (visitor: Visitor): string => {
  const { access, menu } = visitor;
  if (!mayEnter(access, GUIDED)) return '/error';
  return landing(visitor) ?? rootTarget(visitor) ?? menu[0]?.items[0]?.path ?? '/';
};

/** The root of each named menu group (`/chatbot`, `/campaign`), and the first screen in it that it leads to. */
export const groupRoots = (menu: readonly MenuSection[]): { path: string; to: string }[] =>
  menu.flatMap(({ id, label, items: [first] }) =>
    label && first ? [{ path: `/${id}`, to: first.path }] : [],
  );
