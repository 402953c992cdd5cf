import { unknownNameMessage } from '../didYouMean.ts';
import type { MenuGroup, ProductModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

type Menu = Pick<ProductModel, 'access' | 'entities' | 'menu' | 'products' | 'landing'>;

/** Checks the menu: unique groups in existing groups; products, groups and entities that entrances name. */
export function checkMenu({ access, entities, menu, products, landing }: Menu, problems: Problems): void {
  checkGroups(menu, problems);
  const known = Object.keys(access.products);
  const groups = menu.map(({ id }) => id);
  const names = entities.map(({ name }) => name);
  products.forEach(({ id, group, recentEntities = [] }, index) => {
    const path = jsonPointer('products', index, 'id');
    if (!known.includes(id)) problems.add(path, unknownNameMessage('product', id, known));
    if (products.findIndex((one) => one.id === id) < index) problems.add(path, `"${id}" stands here twice`);
    if (group !== undefined && !groups.includes(group))
      problems.add(jsonPointer('products', index, 'group'), unknownNameMessage('menu group', group, groups));
    recentEntities.forEach((name, place) => {
      if (!names.includes(name))
        problems.add(
          jsonPointer('products', index, 'recentEntities', place),
          unknownNameMessage('entity', name, names),
        );
    });
  });
  landing?.products.forEach((id, index) => {
    if (!known.includes(id))
      problems.add(jsonPointer('landing', 'products', index), unknownNameMessage('product', id, known));
  });
}

function checkGroups(groups: MenuGroup[], problems: Problems): void {
  const ids = groups.map(({ id }) => id);
  ids.forEach((id, index) => {
    const path = jsonPointer('groups', index, 'id');
    if (ids.indexOf(id) < index) problems.add(path, `"${id}" stands here twice`);
    const [outer = ''] = id.split('.');
    if (!ids.includes(outer))
      problems.add(
        path,
        unknownNameMessage(
          'menu group',
          outer,
          ids.filter((one) => one !== id),
        ),
      );
  });
}
