import type { Match, MenuGroup } from '../../../schemas/model/types.ts';
import { hasScreen, pathOf } from '../paths.ts';
import type { ConsoleEntity } from '../product.ts';
import { compareNames } from '../../i18n/language.ts';

export interface MenuItem {
  /** Name of the entity or page. */
  name: string;
  label: string;
  icon: string;
  path: string;
  /** Records of the entity of which it says how many there are. */
  count?: Match;
}
export interface MenuSection {
  id: string;
  /** A section with a label can be folded; one without stands open. */
  label?: string;
  icon?: string;
  items: MenuItem[];
}

/** A hand-written page that wants to stand in the menu. */
export interface MenuPage extends MenuItem {
  group: string;
  order: number;
}

const topOf = (group: string): string => group.split('.')[0] ?? group;

/** The entities whose lists stand beside each other as tabs, of which `model` is one; only those the person may read. */
export const listTabs = (
  entities: readonly ConsoleEntity[],
  model: ConsoleEntity,
  mayRead: (entity: string) => boolean,
): ConsoleEntity[] => {
  const host = model.tabOf ?? model.name;
  return entities
    .filter((one) => (one.name === host || one.tabOf === host) && hasScreen(one) && mayRead(one.name))
    .toSorted((a, b) => Number(b.name === host) - Number(a.name === host));
};

/**
 * The side menu: what the person may see, in the order of groups and of entries within them. Groups inside another
 * (`chatbot.content`) order its entries without dividing them. An entry of an unknown group stands in the last one.
 */
export const menuOf = (
  groups: readonly MenuGroup[],
  entities: readonly ConsoleEntity[],
  mayRead: (entity: string) => boolean,
  pages: readonly MenuPage[] = [],
): MenuSection[] => {
  const inOrder = groups.toSorted((a, b) => a.order - b.order);
  const rank = (group: string): number => {
    const at = inOrder.findIndex(({ id }) => id === group);
    return at < 0 ? inOrder.length : at;
  };
  const entries: MenuPage[] = [
    ...pages,
    ...entities.flatMap((model) => {
      const [first] = listTabs(entities, model, mayRead);
      if (!model.menu || !first) return [];
      return [{ ...model.menu, name: model.name, path: pathOf(first, 'list') }];
    }),
  ].toSorted((a, b) => rank(a.group) - rank(b.group) || a.order - b.order || compareNames(a.label, b.label));

  return inOrder
    .filter(({ id }) => topOf(id) === id)
    .map(({ id, label, icon }) => ({
      id,
      label,
      icon,
      items: entries
        .filter(({ group }) => topOf(group) === id)
        .map(({ group: _group, order: _order, ...item }) => item),
    }))
    .filter(({ items }) => items.length > 0);
};

/** The entry whose screen, or a screen below it, is at a path. */
export const activeItem = (sections: readonly MenuSection[], pathname: string): MenuItem | undefined =>
  sections
    .flatMap(({ items }) => items)
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
