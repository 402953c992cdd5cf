import { type Access, mayEnter } from '../authProvider/access.ts';
import type { ProductEntrance } from '../../schemas/model/types.ts';
import type { MenuSection } from '../resources/menu/menuModel.ts';
import { product } from '../resources/product.ts';

export interface ProductChoice extends Pick<
  ProductEntrance,
  'id' | 'label' | 'description' | 'recentEntities'
> {
  icon: string;
  /** Its first screen; absent where it has none, or is an external site. */
  path?: string;
  /** Address of its external site. */
  url?: string;
}

/** The products in the person's rights that lead somewhere. */
export const findProductChoices = (
  access: Pick<Access, 'products'>,
  menu: readonly MenuSection[],
  livechatUrl?: string | null,
): ProductChoice[] =>
  product.products
    .filter(({ id }) => mayEnter(access, [id]))
    .flatMap((entrance): ProductChoice[] => {
      const {
        id,
        label,
        description,
        icon = 'circle',
        recentEntities,
        group,
        menuEntries = [],
        external,
      } = entrance;
      const choice = { id, label, description, icon, ...(recentEntities && { recentEntities }) };
      if (external) return livechatUrl ? [{ ...choice, url: livechatUrl }] : [];
      const items = menu.flatMap((section) =>
        section.items.filter(({ name }) => section.id === group || menuEntries.includes(name)),
      );
      return items[0] ? [{ ...choice, path: items[0].path }] : [];
    });
