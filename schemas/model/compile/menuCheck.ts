import { unknownWord } from '../nearest.ts';
import type { MenuGroup } from '../types.ts';
import { at, type Problems } from './problems.ts';

/** Groups of the menu: each once, and inside a group that there is. */
export function checkMenu(groups: MenuGroup[], problems: Problems): void {
  const ids = groups.map(({ id }) => id);
  ids.forEach((id, index) => {
    const path = at('groups', index, 'id');
    if (ids.indexOf(id) < index) problems.add(path, `"${id}" stands here twice`);
    const [outer = ''] = id.split('.');
    if (!ids.includes(outer))
      problems.add(
        path,
        unknownWord(
          'menu group',
          outer,
          ids.filter((one) => one !== id),
        ),
      );
  });
}
