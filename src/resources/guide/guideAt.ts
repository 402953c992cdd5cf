import { guides } from 'virtual:guides';
import { type Page, findPageAt, findPage } from '../menu/pages.ts';
import { entityByName, hasEntity, product } from '../product.ts';
import { findScreenAt } from '../menu/screenShown.ts';

/** Finds the guide page of the screen at a path, or of its ancestors. */
export const findGuide = (pathname: string): string | undefined => {
  const found = findPageAt(pathname);
  const form = product.forms.find(({ tab }) => tab?.route === pathname)?.tab;
  const guide = found
    ? findPageGuide(found.page)
    : form
      ? form.of && entityByName(form.of).guide
      : findScreenAt(pathname)?.model.guide;
  // Registered pages may name guides that this product does not have.
  return guides.find(({ name }) => name === guide)?.name;
};

const findPageGuide = ({ guide, parentPage = '' }: Page): string | undefined => {
  if (guide !== undefined) return guide;
  const parent = findPage(parentPage);
  if (parent) return findPageGuide(parent);
  return hasEntity(parentPage) ? entityByName(parentPage).guide : undefined;
};
