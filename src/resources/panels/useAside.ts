import { useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { screenAt } from '../paths.ts';
import { type ConsoleEntity, product } from '../product.ts';

/** Widths that the panel may have, in pixels. */
export const ASIDE_WIDTH_PX = { min: 280, normal: 400, max: 640 };

interface AsidePreferences {
  /** Name of the panel that is open. */
  open?: string;
  width?: number;
}
const NONE: AsidePreferences = {};
const within = (width: number): number =>
  Math.round(Math.max(ASIDE_WIDTH_PX.min, Math.min(ASIDE_WIDTH_PX.max, width)));

type WithAside = ConsoleEntity & { list: { aside: NonNullable<ConsoleEntity['list']['aside']> } };
const hasAside = (model: ConsoleEntity): model is WithAside => model.list.aside !== undefined;

/** The entities whose lists have a panel at their side. */
export const ENTITIES_WITH_ASIDE = product.entities.filter(hasAside);

/** The panel beside the screens, remembered from one visit to the next. */
export const useAside = () => {
  const [kept, keep] = useStore<AsidePreferences>('aside', NONE);
  return {
    open: kept.open,
    width: within(kept.width ?? ASIDE_WIDTH_PX.normal),
    toggle: (panel: string) => keep({ ...kept, open: kept.open === panel ? undefined : panel }),
    close: () => keep({ ...kept, open: undefined }),
    setWidth: (width: number) => keep({ ...kept, width: within(width) }),
  };
};

/** The panel that is open here: it stays over every screen of the product whose list it belongs to. */
export const useAsideHere = () => {
  const { pathname } = useLocation();
  const may = useMay();
  const { open } = useAside();
  if (open === undefined) return undefined;
  const here = screenAt(product.entities, pathname)?.model.service;
  return ENTITIES_WITH_ASIDE.find(
    (model) => model.list.aside.panel === open && model.service === here && may(model.name, 'list'),
  )?.list.aside;
};
