import { guides } from 'virtual:guides';
import { type Page, findPageAt, findPage } from '../menu/pages.ts';
import { entityByName, hasEntity, product } from '../product.ts';
import { findScreenAt } from '../menu/screenShown.ts';

/** The page of the guide that the screen at a path is about; none where it, and what it stands under, name none. */
export const guideAt = (pathname: string): string | undefined => {
  const found = findPageAt(pathname);
  const part = product.forms.find(({ tab }) => tab?.route === pathname)?.tab;
  const guide = found
    ? guideOfPage(found.page)
    : part
      ? part.of && entityByName(part.of).guide
      : findScreenAt(pathname)?.model.guide;
  // Pages are registered whatever schemas there are.
  return guides.find(({ name }) => name === guide)?.name;
};

const guideOfPage = ({ guide, parentPage = '' }: Page): string | undefined => {
  if (guide !== undefined) return guide;
  const above = findPage(parentPage);
  if (above) return guideOfPage(above);
  return hasEntity(parentPage) ? entityByName(parentPage).guide : undefined;
};
