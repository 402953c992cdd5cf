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
  /** Which records of the entity to count. */
  count?: Match;
}
export interface MenuSection {
  id: string;
  /** Sections with a label are collapsible. */
  label?: string;
  icon?: string;
  items: MenuItem[];
}

/** A hand-written page with a menu entry. */
export interface MenuPage extends MenuItem {
  group: string;
  order: number;
}

const getTopGroup = (group: string): string => group.split('.')[0] ?? group;

/**
 * The entities whose lists are tabs beside each other, including `model`; only those the user may read.
 */
export const findListTabs = (
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
 * Builds the side menu of what the user may see, sorted by group and order. Subgroups (`chatbot.content`) only sort
 * entries. Entries of unknown groups come last.
 */
export const buildMenu = (
  groups: readonly MenuGroup[],
  entities: readonly ConsoleEntity[],
  mayRead: (entity: string) => boolean,
  pages: readonly MenuPage[] = [],
): MenuSection[] => {
  const sortedGroups = groups.toSorted((a, b) => a.order - b.order);
  const findRank = (group: string): number => {
    const at = sortedGroups.findIndex(({ id }) => id === group);
    return at < 0 ? sortedGroups.length : at;
  };
  const entries: MenuPage[] = [
    ...pages,
    ...entities.flatMap((model) => {
      const [first] = findListTabs(entities, model, mayRead);
      if (!model.menu || !first) return [];
      return [{ ...model.menu, name: model.name, path: pathOf(first, 'list') }];
    }),
  ].toSorted(
    (a, b) => findRank(a.group) - findRank(b.group) || a.order - b.order || compareNames(a.label, b.label),
  );

  return sortedGroups
    .filter(({ id }) => getTopGroup(id) === id)
    .map(({ id, label, icon }) => ({
      id,
      label,
      icon,
      items: entries
        .filter(({ group }) => getTopGroup(group) === id)
        .map(({ group: _group, order: _order, ...item }) => item),
    }))
    .filter(({ items }) => items.length > 0);
};

/** The entry of a path: that of its screen or of a parent screen. */
export const findActiveItem = (sections: readonly MenuSection[], pathname: string): MenuItem | undefined =>
  sections
    .flatMap(({ items }) => items)
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
