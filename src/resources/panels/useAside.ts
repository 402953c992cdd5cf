import { useStore } from 'react-admin';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { useFitsBeside } from '../../ui/availableWidth.ts';
import { screenAt } from '../paths.ts';
import { type ConsoleEntity, product } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Widths that the panel may have, in pixels. */
export const ASIDE_WIDTH_PX = { min: 280, normal: 400, max: 640 };

/** A page of the guide beside the screens goes by its name after this. */
export const GUIDE = 'guide/';

/** What stays open when its content becomes another one: the guide, whichever page it shows. */
export const kindOfAside = (panel: string): string => panel.split('/')[0] ?? '';

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
const ENTITIES_WITH_ASIDE = product.entities.filter(hasAside);

/** The panel that lies over a screen, and the address of that screen: it follows nobody to another one. */
let over: { panel: string; pathname: string } | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const layOver = (next: typeof over): void => {
  over = next;
  for (const listener of listeners) listener();
};

/**
 * The panel of the screens. Beside them it stays open, from one visit to the next; where it would lie over them it is
 * open only where it was opened.
 */
export const useAside = () => {
  const [kept, keep] = useStore<AsidePreferences>('aside', NONE);
  const { pathname } = useLocation();
  const laidOver = useSyncExternalStore(subscribe, () => over);
  const width = within(kept.width ?? ASIDE_WIDTH_PX.normal);
  const isBeside = useFitsBeside(width);
  const panelOver = laidOver?.pathname === pathname ? laidOver.panel : undefined;
  const open = isBeside ? kept.open : panelOver;
  const show = (panel: string | undefined): void => {
    if (isBeside) keep({ ...kept, open: panel });
    else layOver(panel === undefined ? undefined : { panel, pathname });
  };
  return {
    open,
    width,
    isBeside,
    show,
    toggle: (panel: string) => show(open === panel ? undefined : panel),
    close: () => show(undefined),
    setWidth: (width: number) => keep({ ...kept, width: within(width) }),
  };
};

/**
 * The panel that is open here: it stays over every screen of the product whose list it belongs to, a page of the guide
 * over every screen.
 */
export const useAsideHere = (): PanelModel | undefined => {
  const { pathname } = useLocation();
  const may = useMay();
  const { open } = useAside();
  if (open === undefined) return undefined;
  if (open.startsWith(GUIDE)) return { panel: open, label: t('Guide') };
  const here = screenAt(product.entities, pathname)?.model.service;
  return ENTITIES_WITH_ASIDE.find(
    (model) => model.list.aside.panel === open && model.service === here && may(model.name, 'list'),
  )?.list.aside;
};
